// Fields without a rule: one error for one reason, and its help, followed step by step, leads to a declaration without errors.
import { fileURLToPath } from "node:url";
import { formatDiagnostic, type Diagnostic } from "@capstan/kube";
import { describe, expect, it } from "vitest";
import { emitConversions } from "../emit-conversions.ts";
import { declarationsIn, sourceModel, withAdvice, type TestSource } from "../suggest/testing.ts";

const root = fileURLToPath(new URL("../../testdata/", import.meta.url));

interface PairOfBodies {
  readonly older: string;
  readonly newer: string;
  readonly rules?: string;
}

function sourceOf({ older, newer, rules = "older: {}" }: PairOfBodies): TestSource {
  const text = `
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import { defineResource } from "@capstan/contract/define";
import type { Duration, Int32, Int64, KubeObject, Quantity, Resource } from "@capstan/kube";
export interface Older extends KubeObject<"g.io/v1", "Foo"> { ${older} }
export const Older: Resource<Older> = defineResource({ apiVersion: "g.io/v1", kind: "Foo" });
export interface Newer extends KubeObject<"g.io/v2", "Foo"> { ${newer} }
export const Newer: Resource<Newer> = defineResource({ apiVersion: "g.io/v2", kind: "Foo", storage: true });
export const foo: Conversion<Older, Newer> = defineConversion({ ${rules} });
`;
  return { root, text };
}

/** The errors of a source, by code and path. */
function errorsOf(pair: PairOfBodies): readonly string[] {
  const { diagnostics } = emitConversions(sourceModel(sourceOf(pair)));
  return diagnostics.map(({ code, message }) => `${code} ${message.split(" ")[0]}`);
}

function fields(count: number, prefix: string): string {
  return Array.from({ length: count }, (_, i) => `${prefix}${i}?: string`).join("; ");
}

const moved = {
  older: "spec?: { id?: string; host?: string; port?: Int32 }",
  newer: "spec?: { id?: string; endpoint?: { host?: string; port?: Int32 } }",
};
const many = {
  older: `spec?: { id?: string; net?: { ${fields(37, "a")} } }`,
  newer: `spec?: { id?: string; net?: { ${fields(37, "b")} } }`,
};
const elements = {
  older: "spec: { disks?: { name: string; size?: Int32 }[] }",
  newer: "spec: { disks: { name: string; sizeGi?: Int32 }[] }",
  rules: 'older: { "spec.disks[].size": { to: "spec.disks[].sizeGi" } }',
};

describe("one reason is one error", () => {
  it("a field of another type", () => {
    const pair = { older: "spec?: { size?: Int64; id?: string }", newer: "spec?: { size?: Int32; id?: string }" };
    expect(errorsOf(pair)).toEqual(["conversion/not-covered spec.size"]);
  });

  it("fields that have moved, which the help says", () => {
    expect(errorsOf(moved)).toEqual(["conversion/not-covered spec.host", "conversion/not-covered spec.port"]);
    const [first] = emitConversions(sourceModel(sourceOf(moved))).diagnostics;
    expect(first?.help).toContain('`"spec.host": { to: "spec.endpoint.host" }`');
  });

  it("an object without a field in common", () => {
    expect(errorsOf(many)).toEqual(["conversion/not-covered spec.net"]);
    expect(errorsOf({ ...many, rules: 'older: { "spec.net.a1": "removed" }' })).toEqual([
      "conversion/not-covered spec.net",
    ]);
  });

  it("a list that only one version requires, whatever rules its fields have", () => {
    expect(errorsOf(elements)).toEqual(["conversion/not-covered spec.disks"]);
  });

  it("a field that stays in its list, beside one that differs", () => {
    const pair = {
      older: "spec?: { disks?: { name: string; size?: Int32 }[] }",
      newer: "spec?: { disks?: { name: string }[]; }",
    };
    expect(errorsOf(pair)).toEqual(["conversion/not-covered spec.disks[].size"]);
  });
});

/** The declarations that were followed, until there is no error. */
function followed(pair: PairOfBodies): readonly string[] {
  const source = sourceOf(pair);
  const steps: string[] = [];
  let model = sourceModel(source);
  for (;;) {
    const [diagnostic] = emitConversions(model).diagnostics;
    if (diagnostic === undefined) return steps;
    const declaration = declarationsIn(diagnostic.help ?? "")[0];
    if (declaration === undefined || steps.includes(declaration)) return [...steps, stuckAt(diagnostic)];
    steps.push(declaration);
    model = withAdvice(source, { diagnostic, declaration }, model);
  }
}

function stuckAt(diagnostic: Diagnostic): string {
  return `stuck: ${formatDiagnostic(diagnostic)}`;
}

describe("the help leads to a declaration without errors", () => {
  const pairs: Readonly<Record<string, PairOfBodies>> = {
    moved,
    many,
    required: {
      older: "spec: { a: string; b?: string; c: Int32 }",
      newer: "spec: { d: string; e?: string; f: Int32 }",
    },
    types: {
      older: `spec: { a?: Int64; b: Duration; c?: "x" | "y"; d?: string; e?: boolean; f?: { g?: string }; s?: string }`,
      newer: `spec: { a?: Int32; b: Int32; c?: "X" | "Y" | "Z"; d?: Int32; e?: { g?: string }; f?: boolean; s?: string }`,
    },
    presence: {
      older: "spec: { a?: string; b: string; c?: string[]; d: boolean; e: string[]; s?: string }",
      newer: "spec: { a: string; b?: string; c: string[]; d?: boolean; e?: string[]; s?: string }",
    },
    hub: {
      older: "spec?: { a?: string; s?: string }",
      newer: "spec?: { b?: string; s?: string }",
      rules: 'hub: "older", older: {}',
    },
    status: { older: "spec: { a?: string; s?: string }", newer: "spec: { s?: string }; status?: { a?: string }" },
  };

  it.each(Object.keys(pairs))("%s", (name) => {
    const pair = pairs[name];
    const steps = pair === undefined ? [] : followed(pair);
    expect(steps.at(-1)).not.toMatch(/^stuck/);
    expect(steps.length).toBeGreaterThan(0);
    expect(steps.length).toBeLessThan(80);
  });

  it("beside rules for the fields of a list", () => {
    const rules = elements.rules.replace("older: {", `older: { ${adviceFor(elements)},`);
    expect(errorsOf({ ...elements, rules })).toEqual([]);
  });

  it("in place of rules for the fields of a list", () => {
    const required = {
      older: elements.newer.replace("sizeGi", "size"),
      newer: elements.older.replace("size", "sizeGi"),
    };
    const functions = adviceFor({ ...elements, ...required }).replaceAll("=> ...", "=> { throw new Error(); }");
    expect(functions).toMatch(/^together: /);
    expect(errorsOf({ ...required, rules: `older: {}, ${functions}` })).toEqual([]);
  });
});

/** The declaration in the help of the first error. */
function adviceFor(pair: PairOfBodies): string {
  const [first] = emitConversions(sourceModel(sourceOf(pair))).diagnostics;
  return declarationsIn(first?.help ?? "")[0] ?? "";
}
