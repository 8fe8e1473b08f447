// The parts of a generated property test that do not depend on its kind: how objects are drawn, and how conversions are checked on them.
import { stringLiteral } from "@capstan/generator-model/writing";
import type { SchemaSource } from "./conversion-module.ts";
import { sharedNamespace } from "./kept-values.ts";

const helpers = `
const name = fc.stringMatching(/^[a-z]{1,6}$/);
const metadata = fc.record({ name, namespace: fc.oneof(fc.constant(${stringLiteral(sharedNamespace)}), name), annotations: fc.dictionary(name, name, { minKeys: 1, maxKeys: 2 }) }, { requiredKeys: ["name"] });
`;

const keys = `
/** Keys of maps: words, of which two objects often have the same, and keys that functions stumble over. */
const key = fc.oneof(fc.constantFrom("a", "b"), name, fc.constantFrom(...oddValues.keys));
`;

const keyOf = `
/** What tells the elements of a list apart. */
function keyOf(keys: readonly string[]): (item: object) => string {
  return (item) => JSON.stringify(keys.map((key) => (item as Record<string, unknown>)[key]));
}
`;

const atMost = `
/** Objects with at most so many of their fields, each as often as any other. */
function atMost(most: number, objects: fc.Arbitrary<object>): fc.Arbitrary<object> {
  return fc.tuple(objects, fc.nat()).map(([object, at]) => {
    const fields = Object.entries(object);
    const first = at % Math.max(fields.length, 1);
    return Object.fromEntries([...fields.slice(first), ...fields.slice(0, first)].slice(0, most)) as object;
  });
}
`;

const atMostOne = `
/** Objects with at most one of some fields, each as often as any other. */
function atMostOne(names: readonly string[], objects: fc.Arbitrary<object>): fc.Arbitrary<object> {
  return fc.tuple(objects, fc.nat()).map(([object, at]) => {
    const there = names.filter((name) => Object.hasOwn(object, name));
    const left = there[at % Math.max(there.length, 1)];
    return Object.fromEntries(Object.entries(object).filter(([name]) => name === left || !there.includes(name))) as object;
  });
}
`;

const withUnknown = `
/** Objects, some with fields that their type does not name, and another may: the API server keeps them. */
function withUnknown(objects: fc.Arbitrary<object>, named: readonly string[]): fc.Arbitrary<object> {
  const value = fc.oneof(fc.string({ maxLength: 4 }), fc.integer(), fc.constant(null), fc.constant({ a: [1] }));
  const unknown = fc.dictionary(fc.constantFrom("unknown-a", "unknown-b", ...named), value);
  return fc.tuple(objects, unknown).map(([object, fields]) => ({ ...object, ...fields }));
}
`;

const strings = `
/** Strings, some of them long and with what functions split strings at, and some that functions stumble over. */
function strings(minLength: number, maxLength: number): fc.Arbitrary<string> {
  const unit = fc.constantFrom(..."aB1é😀\\n ,;:/@=._-");
  const odd = oddValues.strings.filter((text) => {
    const { length } = Array.from(text);
    return length >= minLength && length <= maxLength;
  });
  return fc.oneof(
    { weight: 4, arbitrary: fc.string({ minLength, maxLength: Math.min(minLength + 8, maxLength) }) },
    { weight: 1, arbitrary: fc.string({ unit, minLength, maxLength, size: "max" }) },
    ...(odd.length === 0 ? [] : [fc.constantFrom(...odd)]),
  );
}
`;

const matching = `
/** Strings of a pattern, some of which functions stumble over. */
function matching(source: string): fc.Arbitrary<string> {
  const pattern = new RegExp(source);
  const drawn = fc.stringMatching(pattern);
  // Of two code units JavaScript makes two characters, which the API server does not.
  const odd = oddValues.strings.filter((text) => pattern.test(text) && Array.from(text).length === text.length);
  return odd.length === 0 ? drawn : fc.oneof({ weight: 4, arbitrary: drawn }, fc.constantFrom(...odd));
}
`;

const inAnyCase = `
/** Strings with small letters, or with capital ones in their place. */
function inAnyCase(strings: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const capital = strings.map((text) => text.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase()));
  return fc.oneof(strings, capital);
}
`;

/** What draws objects, around the constants that use it. */
export interface DrawingCode {
  readonly before: string;
  readonly after: string;
  /** Whether it draws values of the check's tables. */
  readonly isOdd: boolean;
}

/** The helpers that constants of random objects call. */
export function drawingCode(constants: string): DrawingCode {
  const used = (call: string, code: string): string => (constants.includes(call) ? code : "");
  const maps = used("(key, ", keys);
  const after = [
    used("keyOf(", keyOf),
    used("atMost(", atMost),
    used("atMostOne([", atMostOne),
    used("withUnknown(", withUnknown),
    used("strings(", strings),
    used("matching(", matching),
    used("inAnyCase(", inAnyCase),
  ].join("");
  return { before: `${helpers}${maps}`, after, isOdd: `${maps}${constants}${after}`.includes("oddValues") };
}

const orderTest = `
  it("the result does not depend on what was converted before", () => {
    expect(orderProblems(conversion, { hub: some(hub), spoke: some(spoke) })).toEqual([]);
  }, 60_000);`;

/** What checks a conversion: with functions of an author, on the edges of what they convert, too. */
export const checkingCode = (hasFunctions: boolean, { description, version }: SchemaSource): string => `
/** ${description} */
function version(crd: string, name: string): CheckedVersion {
  return ${version};
}

/** Objects, half of them with few of the fields that rules name, and little else. */
function orFew(objects: fc.Arbitrary<object>, version: CheckedVersion, fields: readonly string[] = []): fc.Arbitrary<object> {
  const choices = fc.tuple(fc.nat(), fc.nat(6), fc.nat(6));
  const few = fc.tuple(fc.tuple(objects, objects, objects), choices).map(([drawn, choices]) => withFewFields(drawn, version, { fields, choices }));
  return fc.oneof(objects, few);
}

/** Checks a conversion on random objects. */
function checkAll(conversion: CheckedConversion, hub: fc.Arbitrary<object>, spoke: fc.Arbitrary<object>): void {
  const hubs = orFew(hub, conversion.hub, conversion.fields?.flatMap((one) => one.hub));
  const spokes = orFew(spoke, conversion.spoke, conversion.fields?.flatMap((one) => one.spoke));
${hasFunctions ? withEdges : withoutEdges}
  it("every declared loss happens", () => {
    expect(lossProblems(conversion, { hub: some(hub), spoke: some(spoke) })).toEqual([]);
  }, 60_000);${hasFunctions ? orderTest : ""}
}
`;

const some = `  const some = (objects: fc.Arbitrary<object>): object[] => fc.sample(objects, { numRuns: 200, seed: 1 });`;
const property = `    const property = fc.property(hubs, spokes, spokes, (a, b, c) => fc.pre(check({ hub: a, spoke: b, other: c })));`;

const withoutEdges = `  it.each(conversionChecks(conversion))("$name", ({ check }) => {
${property}
    expect(() => fc.assert(property, { includeErrorInReport: true })).not.toThrow();
  }, 60_000);
${some}`;

/** Random objects first: of those, a failure is made small. */
const withEdges = `${some}
  let edges: readonly CheckedSamples[] | undefined;
  it.each(conversionChecks(conversion))("$name", ({ check }) => {
${property}
    expect(() => fc.assert(property, { includeErrorInReport: true })).not.toThrow();
    edges ??= edgeSamples(conversion, { hub: some(hub), spoke: some(spoke) });
    const examples = edges.map((one): [object, object, object] => [one.hub, one.spoke, one.other]);
    expect(() => fc.assert(property, { examples, numRuns: examples.length, includeErrorInReport: true })).not.toThrow();
  }, 60_000);`;

/** Loads the converters a second time. */
export const loading = (module: string): string => `
/** The modules of the conversion, loaded again a moment later. */
async function loaded(): Promise<typeof import(${module})> {
  await new Promise((resolve) => setTimeout(resolve, 5));
  vi.resetModules();
  return import(${module});
}
const [first, second] = [await loaded(), await loaded()];
`;

/** What makes templates of objects. */
export const template: string = `
/** Templates that hold the spec of an object. */
function inTemplate(objects: fc.Arbitrary<object>): fc.Arbitrary<object> {
  return objects.map((object) => {
    const { apiVersion, kind, metadata: own, spec } = object as Record<string, unknown>;
    return { apiVersion, kind: \`\${String(kind)}Template\`, metadata: own, spec: { template: spec === undefined ? {} : { spec } } };
  });
}
`;

/** What puts examples into objects. */
export const examples: string = `
/** Objects, half of them with one of the examples of each rule. */
function orExamples(objects: fc.Arbitrary<object>, rules: readonly Examples[] = []): fc.Arbitrary<object> {
  const choices = fc.tuple(...rules.map((each) => fc.nat(choicesOf(each) - 1)));
  return fc.tuple(objects, choices).map(([object, chosen]) => withExamples(object, rules, chosen));
}
`;
