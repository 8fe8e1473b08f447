// Every declaration that the help of an error recommends: written in place of the rule that the error is about, it has no error any more. The sources are those of the golden cases
// that are rejected, so each cause that has a message there is tried.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readModel, type DeclaredConversion, type TypeModel } from "@capstan/generator-model";
import { isJsonObject, type Diagnostic, type JSONObject, type JSONValue } from "@capstan/kube";
import { describe, expect, it } from "vitest";
import { emitConversions } from "../emit-conversions.ts";

const testdata = fileURLToPath(new URL("../../testdata/", import.meta.url));

function modelOf(root: string, source: string): TypeModel {
  return readModel({ root, files: ["types.ts"], sources: { "types.ts": source } }).model;
}

/** The declarations in the words of a help. */
function declarationsIn(help: string): string[] {
  return Array.from(help.matchAll(/`((?:"[\w.[\]*]+": |together: ).*?)`(?=$|[,; ])/g), ([, text = ""]) => text);
}

/** The rules of a declaration as the generator reads them; its functions get bodies. */
function rulesIn(root: string, source: string, declaration: string): JSONObject {
  const text = declaration.replaceAll("=> ...", "=> { throw new Error(); }");
  const all = text.startsWith("together: ") ? text : `older: { ${text} }`;
  const read = modelOf(root, `${source}\nexport const read: Conversion<Older, Newer> = defineConversion({ ${all} });`);
  const found = read.conversions.find(({ name }) => name === "read");
  if (found === undefined) throw new Error(`this is no declaration: ${declaration}`);
  return found.options;
}

/** The conversion with a declaration in place of what it has for these fields. */
function withDeclaration(conversion: DeclaredConversion, rules: JSONObject, help: string): DeclaredConversion {
  const { older, newer, together, ...options } = conversion.options;
  const sides = { older: { ...object(older) }, newer: { ...object(newer) } };
  for (const group of Object.values(object(rules["together"]))) {
    for (const path of Object.values(object(object(group)["older"]))) {
      if (typeof path === "string") delete sides.older[path];
    }
  }
  const groups = { ...object(together), ...object(rules["together"]) };
  for (const [path, rule] of Object.entries(object(rules["older"]))) {
    const isNewer = help.includes("in `newer`") || (path in sides.newer && !(path in sides.older));
    sides[isNewer ? "newer" : "older"][path] = rule;
  }
  return { ...conversion, options: { ...options, ...sides, together: groups } };
}

function object(value: JSONValue | undefined): JSONObject {
  return isJsonObject(value) ? value : {};
}

const cases = readdirSync(testdata)
  .filter((name) => name.startsWith("rejected-"))
  .flatMap((name) => {
    const root = join(testdata, name);
    const source = readFileSync(join(root, "types.ts"), "utf8");
    const model = modelOf(root, source);
    const { diagnostics } = emitConversions(model);
    return diagnostics.flatMap((diagnostic) =>
      declarationsIn(diagnostic.help ?? "").map((declaration) => ({
        root,
        source,
        model,
        diagnostics,
        diagnostic,
        declaration,
      })),
    );
  });

const textOf = ({ code, message }: Diagnostic): string => `${code}: ${message}`;

describe("what the help of an error recommends is accepted", () => {
  it.each(cases.map((one) => [`${one.diagnostic.message} -> ${one.declaration}`, one] as const))(
    "%s",
    (_, { root, source, model, diagnostics, diagnostic, declaration }) => {
      const rules = rulesIn(root, source, declaration);
      const line = diagnostic.position?.line ?? 0;
      const at = model.conversions.findLast(({ position }) => (position.line ?? 0) <= line);
      const conversions = model.conversions.map((one) =>
        one === at ? withDeclaration(one, rules, diagnostic.help ?? "") : one,
      );
      const left = emitConversions({ ...model, conversions }).diagnostics.map(textOf);
      const before = diagnostics.map(textOf);
      expect(left).not.toContain(textOf(diagnostic));
      expect(left.filter((text) => !before.includes(text))).toEqual([]);
    },
  );

  it("for every cause of a wrong form", () => {
    const codes = cases.map(({ diagnostic }) => diagnostic.code);
    expect(codes.filter((code) => code === "conversion/wrong-form").length).toBeGreaterThan(40);
  });
});
