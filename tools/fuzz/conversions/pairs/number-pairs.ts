// Hard pairs of numbers: at the ends of what a duration, a quantity and a width hold.
import type { HardPair } from "./pair-table.ts";

/** Forms whose values the newer version's bounds reject, though random values hardly ever are at them. */
const boundedForms: readonly (readonly [string, Pick<HardPair, "older" | "newer">, string])[] = [
  [
    "a string of digits",
    { older: "spec?: { f?: string }", newer: "spec?: { /** @maximum 100 */ f?: Int32 }" },
    `"digits", loses: "inexact"`,
  ],
  [
    "a string of digits that are too small",
    { older: "spec?: { f?: string }", newer: "spec?: { /** @minimum 1 */ f?: Int32 }" },
    `"digits", loses: "inexact"`,
  ],
  [
    "a quantity",
    { older: "spec?: { f?: Quantity }", newer: "spec?: { /** @maximum 100 */ f?: Int32 }" },
    `{ quantity: "Mi" }, loses: "inexact"`,
  ],
  [
    "a duration",
    { older: "spec?: { f?: Duration }", newer: "spec?: { /** @maximum 86400 */ f?: Int32 }" },
    `"seconds"`,
  ],
  [
    "a map",
    {
      older: "spec?: { f?: Record<string, { v?: string }> }",
      newer: "spec?: { /** @listType map\n@listMapKey name\n@maxItems 20 */ f?: { name: string; v?: string }[] }",
    },
    `{ mapToList: "name" }`,
  ],
];

/** The pairs. */
export const numberPairs: readonly HardPair[] = [
  {
    name: "a duration that becomes seconds of 64 bits, more than a duration holds",
    older: "spec?: { timeout?: Duration }",
    newer: "spec?: { timeoutSeconds?: Int64 }",
    rules: `older: { "spec.timeout": { to: "spec.timeoutSeconds", as: "seconds" } }`,
    want: "proved",
  },
  {
    name: "a required duration that becomes required seconds of any width",
    older: "spec: { timeout: Duration }",
    newer: "spec: { timeout: Int }",
    rules: `older: { "spec.timeout": { as: "seconds" } }`,
    want: "proved",
  },
  {
    name: "a required duration of an older hub that becomes required seconds of 64 bits",
    older: "spec: { timeout: Duration }",
    newer: "spec: { timeoutSeconds: Int64 }",
    rules: `hub: "older", older: { "spec.timeout": { to: "spec.timeoutSeconds", as: "seconds", loses: "inexact" } }`,
    want: "proved",
  },
  {
    name: "a duration that functions write as Go does not read it",
    older: "spec?: { timeout?: Duration }",
    newer: "spec?: { timeoutSeconds?: Int64 }",
    rules: `older: { "spec.timeout": { to: "spec.timeoutSeconds", as: {
      forward: (value: Duration) => Math.trunc(Number.parseFloat(value)) as Int64,
      back: (value: Int64): Duration => value + "s" }, loses: () => true } }`,
    want: { fails: "in a field of type Duration, which no Go client can read" },
  },
  {
    name: "a count of 64 bits that becomes a quantity of a unit, more than a quantity holds",
    older: "spec?: { memoryMiB?: Int64 }",
    newer: "spec?: { memory?: Quantity }",
    rules: `older: { "spec.memoryMiB": { to: "spec.memory", as: { quantity: "Mi" } } }`,
    want: "proved",
  },
  ...["", `hub: "older", `].map((hub): HardPair => ({
    name: `a count of 64 bits that becomes a quantity, in elements ${hub}`,
    older: "spec?: { /** @listType map\n@listMapKey name */ l?: { name: string; q?: Int64 }[] }",
    newer: "spec?: { /** @listType map\n@listMapKey name */ l?: { name: string; q?: Quantity }[] }",
    rules: `${hub}older: { "spec.l[].q": { as: { quantity: "Mi" }${hub === "" ? "" : `, loses: "inexact"`} } }`,
    want: "proved",
  })),
  {
    name: "a quantity of an older hub that becomes a count of 64 bits",
    older: "spec?: { memory?: Quantity }",
    newer: "spec?: { memoryMiB?: Int64 }",
    rules: `hub: "older", older: { "spec.memory": { to: "spec.memoryMiB", as: { quantity: "Mi" } } }`,
    want: "proved",
  },
  {
    name: "a quantity of an older hub that becomes a count of the largest unit",
    older: "spec?: { memory?: Quantity }",
    newer: "spec?: { count?: Int }",
    rules: `hub: "older", older: { "spec.memory": { to: "spec.count", as: { quantity: "Ei" } } }`,
    want: "proved",
  },
  {
    name: "a count of 64 bits that becomes a quantity, as if it did not come back",
    older: "spec?: { memoryMiB?: Int64 }",
    newer: "spec?: { memory?: Quantity }",
    rules: `older: { "spec.memoryMiB": { to: "spec.memory", as: { quantity: "Mi" }, loses: "inexact" } }`,
    want: "conversion/wrong-form",
  },
  {
    name: "a number of any width that functions cast to 32 bits",
    older: "spec?: { port?: Int }",
    newer: "spec?: { portNumber?: Int32 }",
    rules: `older: { "spec.port": { to: "spec.portNumber", as: {
      forward: (value: Int) => value as number as Int32, back: (value: Int32) => value as number as Int } } }`,
    want: { fails: "conversion/function-result" },
  },
  {
    name: "a port of any width that functions cast to 32 bits, within its bounds",
    older: "spec?: { /** @minimum 1\n @maximum 65535 */ port?: Int }",
    newer: "spec?: { portNumber?: Int32 }",
    rules: `older: { "spec.port": { to: "spec.portNumber", bounds: "differ", as: {
      forward: (value: Int) => value as number as Int32, back: (value: Int32) => value as number as Int } } }`,
    want: "proved",
  },
  {
    name: "a number of any width that functions limit to 32 bits, with the loss",
    older: "spec?: { weight?: Int }",
    newer: "spec?: { weight?: Int32 }",
    rules: `older: { "spec.weight": { as: {
      forward: (value: Int) => Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, value)) as Int32,
      back: (value: Int32) => value as number as Int }, loses: (value: Int) => value >> 0 !== value } }`,
    want: "proved",
  },
  {
    name: "a number of any width that gets 32 bits",
    older: "spec?: { weight?: Int }",
    newer: "spec?: { weight?: Int32 }",
    rules: `older: { "spec.weight": { as: "width", bounds: "differ" } }`,
    want: "proved",
  },
  {
    name: "a number of any width that becomes digits, or no value",
    older: "spec?: { weight?: Int; count?: Int }",
    newer: "spec?: { weight?: string; count?: Int }",
    rules: `older: { "spec.weight": { as: "digits" }, "spec.count": { as: "dropEmpty" } }`,
    want: "proved",
  },
  {
    name: "a required duration that the newer version may lack, as an empty string",
    older: "spec: { timeout: Duration }",
    newer: "spec: { timeout?: Duration }",
    rules: `older: { "spec.timeout": { as: "dropEmpty" } }`,
    want: "conversion/wrong-form",
  },
  {
    name: "a duration whose empty string is no duration",
    older: "spec: { timeout?: Duration }",
    newer: "spec: { /** @minLength 1 */ timeout?: Duration }",
    rules: `older: { "spec.timeout": { as: "dropEmpty" } }`,
    want: "proved",
  },
  ...boundedForms.flatMap(([name, versions, as]): HardPair[] => {
    const pair = { name: `${name}, beyond the bounds of the newer version`, ...versions };
    const rules = (bounds: string): string => `older: { "spec.f": { as: ${as}${bounds} } }`;
    return [
      { ...pair, rules: rules(`, bounds: "differ"`), want: "proved" },
      { ...pair, name: `${pair.name}, without bounds`, rules: rules(""), want: { fails: "not valid in g.io/v2" } },
    ];
  }),
  {
    name: "text of digits with a default that is no number",
    older: "spec?: { port?: Int64 }",
    newer: "spec?: { /** @minLength 1 */ port: string }",
    rules: `older: { "spec.port": { as: "digits", default: "a" } }`,
    want: "proved",
  },
];
