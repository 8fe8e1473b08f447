// Every declaration that the help of an error recommends: written in place of the rule that the error is about, it has no error any more. The sources are those of the golden cases
// that are rejected, so each cause that has a message there is tried.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isJsonObject, type Diagnostic } from "@capstan/kube";
import { describe, expect, it } from "vitest";
import { emitConversions } from "../emit-conversions.ts";
import { forgottenParts } from "../testing.ts";
import { declarationsIn, sourceModel, withAdvice } from "./testing.ts";

const testdata = fileURLToPath(new URL("../../testdata/", import.meta.url));

const cases = readdirSync(testdata)
  .filter((name) => name.startsWith("rejected-"))
  .flatMap((name) => {
    const root = join(testdata, name);
    const source = { root, text: readFileSync(join(root, "types.ts"), "utf8") };
    const model = sourceModel(source);
    const { diagnostics } = emitConversions(model);
    return diagnostics.flatMap((diagnostic) =>
      declarationsIn(diagnostic.help ?? "").map((declaration) => ({
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
    (_, { source, model, diagnostics, diagnostic, declaration }) => {
      const left = emitConversions(withAdvice(source, { diagnostic, declaration }, model)).diagnostics.map(textOf);
      const before = diagnostics.map(textOf);
      expect(left).not.toContain(textOf(diagnostic));
      expect(left.filter((text) => !before.includes(text))).toEqual([]);
      expect(forgottenParts(source, { diagnostic, declaration }, { model, diagnostics })).toEqual([]);
    },
  );

  it("also the rule that is removed, where both versions have the field alike", () => {
    const root = join(testdata, "rejected-causes");
    const model = sourceModel({ root, text: readFileSync(join(root, "types.ts"), "utf8") });
    const isLeft = (of: typeof model): boolean =>
      emitConversions(of).diagnostics.some(({ message }) => message.startsWith("spec.same "));
    expect(emitConversions(model).diagnostics.at(-1)?.help).toBe("remove the rule: both versions have the field alike");
    expect(isLeft(model)).toBe(true);
    const conversions = model.conversions.map((one) => {
      const { older } = one.options;
      const rules = Object.entries(isJsonObject(older) ? older : {}).filter(([path]) => path !== "spec.same");
      return { ...one, options: { ...one.options, older: Object.fromEntries(rules) } };
    });
    expect(isLeft({ ...model, conversions })).toBe(false);
  });

  it("for every cause of a wrong form", () => {
    const codes = cases.map(({ diagnostic }) => diagnostic.code);
    expect(codes.filter((code) => code === "conversion/wrong-form").length).toBeGreaterThan(40);
  });
});
