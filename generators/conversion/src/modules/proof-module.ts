// The generated property tests of a kind: random objects of every version, and the proofs of codegen/v1 on each pair and on
// the pair's template.
import { resolveNode, type TypeModel } from "@capstan/generator-model";
import { stringLiteral, typeName } from "@capstan/generator-model/writing";
import { arbitraryOf, type Arbitraries } from "./arbitrary.ts";
import { banner, planName, type EmitContext } from "./conversion-module.ts";
import type { KindConversions } from "../pairs/kind-conversions.ts";
import { kebab, pascal } from "./names.ts";
import { versionOf, type PairSide, type VersionPair } from "../pairs/version-pair.ts";

const helpers = `
const name = fc.stringMatching(/^[a-z]{1,6}$/);
const metadata = fc.record({ name, namespace: name, annotations: fc.dictionary(name, name, { minKeys: 1, maxKeys: 2 }) }, { requiredKeys: ["name"] });
`;

const keyOf = `
/** What tells the elements of a list apart. */
function keyOf(keys: readonly string[]): (item: object) => string {
  return (item) => JSON.stringify(keys.map((key) => (item as Record<string, unknown>)[key]));
}
`;

const proofs = `
/** Runs every proof of a plan on random objects. */
function prove(plan: ConversionPlan, hub: fc.Arbitrary<object>, spoke: fc.Arbitrary<object>): void {
  it.each(proofsOf(plan))("$name", ({ prove: holds }) => {
    const property = fc.property(hub, spoke, spoke, (a, b, c) => holds({ hub: a, spoke: b, edited: c }));
    expect(() => fc.assert(property)).not.toThrow();
  });
}
`;

const template = `
/** Templates that hold the spec of an object. */
function inTemplate(objects: fc.Arbitrary<object>): fc.Arbitrary<object> {
  return objects.map((object) => {
    const { apiVersion, kind, metadata: own, spec } = object as Record<string, unknown>;
    return { apiVersion, kind: \`\${String(kind)}Template\`, metadata: own, spec: { template: spec === undefined ? {} : { spec } } };
  });
}
`;

/** The packages that property tests import, the generated modules apart. */
export const proofPackages: readonly string[] = ["fast-check", "vitest"];

/** The property tests of a kind. */
export function proofModule(model: TypeModel, kind: KindConversions, context: EmitContext): string {
  const all: Arbitraries = { model, constants: new Map() };
  const sides = new Map(
    kind.pairs.flatMap(({ older, newer }) => [older, newer]).map((side) => [versionOf(side), side]),
  );
  const objects = [...sides.values()].map((side) => objectCode(all, side));
  const constants = [...all.constants.values()].map(({ name, text }) => `const ${name} = ${text};\n`).join("");
  const body = `${constants}${objects.join("")}`;
  return [
    banner,
    importsCode(kind, context),
    helpers,
    body,
    body.includes("keyOf(") ? keyOf : "",
    proofs,
    kind.hasTemplate ? template : "",
    ...kind.pairs.map((pair) => suiteCode(kind, pair)),
  ].join("");
}

function importsCode(kind: KindConversions, { codegen }: EmitContext): string {
  const plans = kind.pairs.map((pair) => planName(kind, pair));
  const functions = ["proofsOf", ...(kind.hasTemplate ? ["templatePlan"] : []), "type ConversionPlan"];
  return `
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ${functions.join(", ")} } from ${stringLiteral(codegen)};
import { ${plans.join(", ")} } from ${stringLiteral(`./conversion-${kebab(kind.kind)}.ts`)};
`;
}

function objectsName(side: PairSide): string {
  return typeName(`objects${pascal(versionOf(side))}`);
}

function objectCode(all: Arbitraries, side: PairSide): string {
  const { apiVersion, kind } = side.definition;
  const node = resolveNode(all.model, side.node);
  const properties = node.kind === "object" ? node.properties : [];
  const fields = properties.filter(({ name }) => !["apiVersion", "kind", "metadata"].includes(name));
  const body = arbitraryOf(all, { kind: "object", properties: fields });
  return `const ${objectsName(side)} = ${body}.chain((body) =>
  metadata.map((meta): object => ({ apiVersion: ${stringLiteral(apiVersion)}, kind: ${stringLiteral(kind)}, metadata: meta, ...body })),
);
`;
}

function suiteCode(kind: KindConversions, pair: VersionPair): string {
  const plan = planName(kind, pair);
  const [hub, spoke] = pair.hub === "newer" ? [pair.newer, pair.older] : [pair.older, pair.newer];
  const between = `between ${versionOf(pair.older)} and ${versionOf(pair.newer)}`;
  const own = `
describe(${stringLiteral(`${kind.kind} ${between}`)}, () => {
  prove(${plan}, ${objectsName(hub)}, ${objectsName(spoke)});
});
`;
  if (!kind.hasTemplate) return own;
  return `${own}
describe(${stringLiteral(`${kind.kind}Template ${between}`)}, () => {
  prove(templatePlan(${plan}), inTemplate(${objectsName(hub)}), inTemplate(${objectsName(spoke)}));
});
`;
}
