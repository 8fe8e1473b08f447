// Every diagnostic of the reader is complete.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { modelDiagnostics } from "./diagnostics.ts";
import { documentationTags, tagTable } from "./tags/tag-table.ts";
import { writeErrors } from "./files/write-errors.ts";
import { writingErrors } from "./writing/writing-errors.ts";

const src = fileURLToPath(new URL(".", import.meta.url));
const sources = readdirSync(src, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts") && !/\.test\.ts$|^diagnostics\.ts$|^write-errors\.ts$/.test(name))
  .map((name) => readFileSync(`${src}${name}`, "utf8"))
  .join("\n");

test("every code that is used is declared, and every one declared is used", () => {
  const used = new Set(Array.from(sources.matchAll(/["`]((?:model|generate)\/[a-z-]+)["`]/g), ([, code = ""]) => code));
  // Two are put together from the kind of the declaration.
  const made = ["model/class", "model/enum"];
  expect([...used, ...made].filter((code, i, all) => all.indexOf(code) === i).toSorted()).toEqual(
    Object.keys({ ...modelDiagnostics, ...writeErrors, ...writingErrors }).toSorted(),
  );
});

test("no tag has the name of a documentation tag", () => {
  expect(Object.keys(tagTable).filter((name) => Object.hasOwn(documentationTags, name))).toEqual([]);
});
