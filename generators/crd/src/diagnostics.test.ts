// Every code that is used is declared, here or by the rules of the API server, and the other way round.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { crdRules } from "@capstan/schema/structural";
import { expect, test } from "vitest";
import { crdDiagnostics } from "./diagnostics.ts";

const src = fileURLToPath(new URL(".", import.meta.url));
const sources = readdirSync(src, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts") && !/\.test\.ts$|^diagnostics\.ts$/.test(name))
  .map((name) => readFileSync(`${src}${name}`, "utf8"))
  .join("\n");

test("every code that is used is declared, and every one declared is used", () => {
  const used = new Set(Array.from(sources.matchAll(/"(crd\/[a-z-]+)"/g), ([, code = ""]) => code));
  const own = [...used].filter((code) => !Object.hasOwn(crdRules, code));
  expect(own.toSorted()).toEqual(Object.keys(crdDiagnostics).toSorted());
});
