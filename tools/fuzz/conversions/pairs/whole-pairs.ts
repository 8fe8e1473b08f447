// Hard pairs of objects that move as a whole, or whose fields move one by one.
import type { HardPair } from "./pair-table.ts";

const alike = {
  older: "spec?: { a?: { x?: string; y?: string } }",
  newer: "spec?: { b?: { x?: string; y?: string } }",
};
const optional = {
  older: "spec?: { a?: { x: string; y?: Int32 } }",
  newer: "spec?: { b?: { x?: string; y: Int32 } }",
};
const required = {
  older: "spec?: { a: { x: string; y?: Int32 } }",
  newer: "spec?: { b: { x?: string; y: Int32 } }",
};
const flat = { older: "spec: { x: { b?: string }; a?: string }", newer: "spec: { b?: string; a?: string }" };

const whole = `"spec.a": { to: "spec.b" }`;
const dropped = `"spec.a.x": { to: "spec.b.x", as: "dropEmpty" }`;
const missing = `"spec.a.x": { to: "spec.b.x", bounds: "differ" }`;
const filled = `"spec.a.y": { to: "spec.b.y", default: 0 }`;

interface OneByOne {
  readonly older: string;
  readonly newer: string;
  readonly rules: readonly string[];
  readonly want: HardPair["want"];
  /** With an older hub, if it differs. */
  readonly wantOfOlder?: HardPair["want"];
}

function ofBothHubs(name: string, { rules, want, wantOfOlder = want, ...versions }: OneByOne): HardPair[] {
  const declared = `older: { ${rules.join(", ")} }`;
  const pair = { name: `an object that moves: ${name}`, ...versions };
  return [
    { ...pair, rules: declared, want },
    { ...pair, name: `${pair.name}, with an older hub`, rules: `hub: "older", ${declared}`, want: wantOfOlder },
  ];
}

/** The pairs. */
export const wholePairs: readonly HardPair[] = [
  ...ofBothHubs("as a whole and by a field", {
    ...alike,
    rules: [whole, dropped],
    want: "conversion/converted-twice",
  }),
  ...ofBothHubs("field by field", {
    ...alike,
    rules: [dropped, `"spec.a.y": { to: "spec.b.y" }`],
    want: "proved",
  }),
  ...ofBothHubs("field by field, with a required one that becomes no value", {
    ...optional,
    rules: [dropped, filled],
    want: "conversion/wrong-form",
    wantOfOlder: "proved",
  }),
  ...ofBothHubs("field by field, with a required one that may be missing", {
    ...optional,
    rules: [missing, filled],
    want: "proved",
  }),
  ...ofBothHubs("required in both, and by a required field that becomes no value", {
    ...required,
    rules: [dropped, filled],
    want: "conversion/wrong-form",
    wantOfOlder: "proved",
  }),
  ...ofBothHubs("required in both, and by a required field of each", {
    ...required,
    rules: [missing, filled],
    want: "proved",
  }),
  ...ofBothHubs("required in both, as a whole", {
    ...required,
    rules: [`"spec.a": { to: "spec.b", as: "unchanged", bounds: "differ" }`],
    want: "proved",
  }),
  ...ofBothHubs("required, and its only field is all that another object can have", {
    older: "spec?: { p?: { x: { b?: string } } }",
    newer: "spec?: { /** @minProperties 1 */ p?: { b?: string } }",
    rules: [`"spec.p.x.b": { to: "spec.p.b" }`],
    want: "proved",
  }),
  ...ofBothHubs("required, and its only field is optional", {
    ...flat,
    rules: [`"spec.x.b": { to: "spec.b" }`],
    want: "conversion/required-lost",
  }),
];
