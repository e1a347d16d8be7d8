// Bundles each screen into app/static: a page, its scripts and its style sheet, named by their content, and a list
// (pages.json) of which page has which files. The server serves those and nothing else.

import { copyFile, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import esbuild from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const source = join(here, "../src");
const target = join(here, "../../static");
// What a screen loads at once has at most this much script, compressed: a terminal at a table shows itself within a
// second. So has each part that it loads when somebody asks for it.
const MOST_SCRIPT_BYTES = 40 * 1024;
const PAGES = [
  { name: "start", title: "Tablekeeper" },
  { name: "dealer", title: "Dealer" },
  { name: "sign", title: "Sign" },
  { name: "floor", title: "Floor" },
  { name: "surveillance", title: "Surveillance" },
];

/** One screen's files: what it loads at once, and the parts that it loads when they are asked for, each by itself. */
async function bundled(folder, page) {
  const result = await esbuild.build({
    entryPoints: { [page]: join(source, page, "main.tsx") },
    outdir: folder,
    entryNames: "[name]-[hash]",
    chunkNames: `${page}-part-[hash]`,
    bundle: true,
    splitting: true,
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
  return filesOf(result.metafile.outputs);
}

function filesOf(outputs) {
  const importsOf = (path, kind) => outputs[path].imports.filter((each) => each.kind === kind).map((each) => each.path);
  const withAllOf = (path, found = new Set()) => {
    if (!found.has(path)) {
      found.add(path);
      for (const each of importsOf(path, "import-statement")) withAllOf(each, found);
    }
    return found;
  };
  const [entry] = Object.keys(outputs).filter((path) => /\/main\.tsx$/.test(outputs[path].entryPoint ?? ""));
  const first = [...withAllOf(entry)];
  const later = new Set(Object.keys(outputs).flatMap((path) => importsOf(path, "dynamic-import")));
  const parts = [...later].map((path) => ({
    name: basename(outputs[path].entryPoint).replace(/\.\w+$/, ""),
    scripts: [...withAllOf(path)].filter((each) => !first.includes(each)).map((each) => basename(each)),
  }));
  // A style sheet of a part would be loaded by nobody: a screen's own has all of them.
  const styles = Object.keys(outputs).filter((path) => path.endsWith(".css"));
  const unloaded = styles.filter((path) => path !== outputs[entry].cssBundle);
  if (unloaded.length) throw new Error(`a style sheet is imported by a part alone: ${unloaded}`);
  return { scripts: first.map((each) => basename(each)), styles: styles.map((each) => basename(each)), parts };
}

const html = ({ title, scripts, styles }) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="/static/icon.svg">
${styles.map((file) => `<link rel="stylesheet" href="/static/${file}">`).join("\n")}
${scripts.slice(1).map((file) => `<link rel="modulepreload" href="/static/${file}">`).join("\n")}
<script type="module" src="/static/${scripts[0]}"></script>
</head>
<body>
<noscript>This screen needs JavaScript, which is switched off in this browser.</noscript>
</body>
</html>
`;

async function checkSize(folder, what, scripts) {
  let bytes = 0;
  for (const file of scripts) bytes += gzipSync(await readFile(join(folder, file)), { level: 9 }).length;
  process.stdout.write(`${what.padEnd(26)} ${(bytes / 1024).toFixed(1).padStart(6)} kB of script, compressed\n`);
  if (bytes > MOST_SCRIPT_BYTES) throw new Error(`the script of ${what} has ${bytes} bytes, ${MOST_SCRIPT_BYTES} are allowed`);
}

const all = ({ scripts, styles, parts }) => new Set([...scripts, ...styles, ...parts.flatMap((each) => each.scripts)]);

async function build() {
  const folder = `${target}.new`;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const pages = {};
  for (const page of PAGES) {
    const files = await bundled(folder, page.name);
    await checkSize(folder, page.name, files.scripts);
    for (const part of files.parts) await checkSize(folder, `  ${page.name}, ${part.name}`, part.scripts);
    await writeFile(join(folder, `${page.name}.html`), html({ ...page, ...files }));
    pages[page.name] = { page: `${page.name}.html`, files: [...all(files)] };
  }
  await copyFile(join(source, "shared/icon.svg"), join(folder, "icon.svg"));
  await writeFile(join(folder, "pages.json"), `${JSON.stringify(pages, null, 1)}\n`);
  await rm(target, { recursive: true, force: true });
  await rename(folder, target);
}

await build();
