// Bundles what comes in as it is for the browser, and answers what its default export makes of what was given.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const { screens, folder, source, page, given } = JSON.parse(readFileSync(0, "utf8"));
const esbuild = createRequire(`${screens}/package.json`)("esbuild");
const built = await esbuild.build({
  stdin: { contents: source, resolveDir: folder, loader: "ts" },
  bundle: true,
  write: false,
  format: "esm",
  mainFields: ["module", "main"],
  logLevel: "error",
});
globalThis.document = { documentElement: { dataset: page } };
const { default: act } = await import(`data:text/javascript,${encodeURIComponent(built.outputFiles[0].text)}`);
process.stdout.write(JSON.stringify(act(given)));
