// Writes src/generated: the types of the API and of the feeds, and the words of kinds, from the documents that the server
// itself makes.
// What a screen reads and the server does not say any more is then named by the compiler.

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";

const here = dirname(fileURLToPath(import.meta.url));
const docs = join(here, "../../../docs");
const generated = join(here, "../src/generated");
const AUDIENCES = ["dealer", "sign", "floor", "surveillance"];
// Views as the screens show them, and as they come: with the rules named by their hash.
const FEEDS = [...AUDIENCES, ...AUDIENCES.map((each) => `${each}-2`), "wall", "orders"];

const read = async (path) => JSON.parse(await readFile(path, "utf8"));

/** A JSON Schema as part of an OpenAPI document, so that one generator is enough for both. */
function asComponents(schema) {
  const { $defs = {}, $schema: _, ...message } = schema;
  const text = JSON.stringify({ ...$defs, Message: message }).replaceAll("#/$defs/", "#/components/schemas/");
  return { openapi: "3.1.0", info: { title: "feed", version: "1" }, paths: {}, components: { schemas: JSON.parse(text) } };
}

/** What has a default is left out by no server: only what a client sends may lack it. */
const types = async (document, sent) =>
  astToString(await openapiTS(document, { defaultNonNullable: !sent, alphabetize: true }));

export async function writeTypes() {
  await mkdir(generated, { recursive: true });
  await writeFile(join(generated, "api.ts"), await types(await read(join(docs, "openapi.json")), true));
  for (const feed of FEEDS) {
    const schema = await read(join(docs, "schemas", `feed-${feed}.json`));
    await writeFile(join(generated, `feed-${feed}.ts`), await types(asComponents(schema), feed === "orders"));
  }
  for (const [of, words] of Object.entries(await read(join(docs, "words.json"))))
    await writeFile(join(generated, `words-of-${of}.ts`), `export const ${of.toUpperCase()} = ${JSON.stringify(words, null, 2)} as const;\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeTypes();
