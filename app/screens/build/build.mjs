// Bundles each screen into app/static: a page, its script and its style sheet, named by their content, and a list
// (pages.json) of which page has which files. The server serves those and nothing else.

import { copyFile, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import esbuild from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const source = join(here, "../src");
const target = join(here, "../../static");
// A screen's compressed script has at most this much: a terminal at a table shows itself within a second.
const MOST_SCRIPT_BYTES = 40 * 1024;
const PAGES = [
  { name: "start", title: "Tablekeeper" },
  { name: "dealer", title: "Dealer" },
  { name: "sign", title: "Sign" },
  { name: "floor", title: "Floor" },
  { name: "surveillance", title: "Surveillance" },
];

async function bundled(folder) {
  const entryPoints = Object.fromEntries(PAGES.map(({ name }) => [name, join(source, name, "main.tsx")]));
  const result = await esbuild.build({
    entryPoints,
    outdir: folder,
    entryNames: "[name]-[hash]",
    bundle: true,
    minify: true,
    format: "esm",
    target: ["es2022"],
    jsx: "automatic",
    jsxImportSource: "preact",
    sourcemap: false,
    metafile: true,
    logLevel: "warning",
    legalComments: "none",
  });
  return Object.entries(result.metafile.outputs);
}

function filesOf(outputs, page) {
  const of = (ending) =>
    outputs.map(([path]) => basename(path)).filter((file) => file.startsWith(`${page}-`) && file.endsWith(ending));
  return { scripts: of(".js"), styles: of(".css") };
}

const html = ({ title, scripts, styles }) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="/static/icon.svg">
${styles.map((file) => `<link rel="stylesheet" href="/static/${file}">`).join("\n")}
${scripts.map((file) => `<script type="module" src="/static/${file}"></script>`).join("\n")}
</head>
<body>
<noscript>This screen needs JavaScript, which is switched off in this browser.</noscript>
</body>
</html>
`;

async function checkSize(folder, page, scripts) {
  let bytes = 0;
  for (const file of scripts) bytes += gzipSync(await readFile(join(folder, file)), { level: 9 }).length;
  process.stdout.write(`${page.padEnd(14)} ${(bytes / 1024).toFixed(1).padStart(6)} kB of script, compressed\n`);
  if (bytes > MOST_SCRIPT_BYTES) throw new Error(`the script of ${page} has ${bytes} bytes, ${MOST_SCRIPT_BYTES} are allowed`);
}

async function build() {
  const folder = `${target}.new`;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const outputs = await bundled(folder);
  const pages = {};
  for (const page of PAGES) {
    const files = filesOf(outputs, page.name);
    await checkSize(folder, page.name, files.scripts);
    await writeFile(join(folder, `${page.name}.html`), html({ ...page, ...files }));
    pages[page.name] = { page: `${page.name}.html`, files: [...files.scripts, ...files.styles] };
  }
  await copyFile(join(source, "shared/icon.svg"), join(folder, "icon.svg"));
  await writeFile(join(folder, "pages.json"), `${JSON.stringify(pages, null, 1)}\n`);
  await rm(target, { recursive: true, force: true });
  await rename(folder, target);
}

await build();
