// The cases of errors about defaults in the place of what forms drop.
import { ofPair, type CodeCase } from "./help-case.ts";

const code = "conversion/wrong-form";

const flag = { older: "spec?: { id?: string; on?: boolean }" };
const flagSet = { ...flag, newer: "spec?: { id?: string; /** @default true */ on?: boolean }" };
const presence = { ...flag, newer: "spec?: { id?: string; /** @default {} */ on?: { a?: string } }" };
const port = { older: "spec?: { port?: string }", newer: "spec?: { /** @default 80 */ port?: Int32 }" };
const asPresence = `"spec.on": { as: {
  forward: (value: boolean): { a?: string } | undefined => (value ? {} : undefined), back: (value: { a?: string }): boolean => true },
  default: {}, loses: (value: boolean) => !value }`;
const asDigits = `"spec.port": { as: {
  forward: (value: string): Int32 => (String(Number(value) | 0) === value ? Number(value) : 0) as Int32,
  back: (value: Int32): string => String(value) }, default: 80 }`;

/** A field of the older version alone that the hub keeps, beside `also` of both. */
function keptField(field: string, declaration: string): CodeCase {
  const newer = "spec?: { also?: string }";
  return {
    code: "conversion/not-covered",
    ...ofPair(
      { older: `spec?: { also?: string; ${field} }`, newer, rules: "older: {}" },
      { [`\`${declaration}\``]: { rules: `older: { ${declaration} }` } },
    ),
  };
}

/** All of them. */
export const defaultCases: readonly CodeCase[] = [
  keptField("/** @default 3 */ z?: Int32", `"spec.z": { keep: true, default: 3 }`),
  keptField("/** @default 3 */ z: Int32", `"spec.z": { keep: true, default: 3 }`),
  keptField("o: { a: string; b?: string }", `"spec.o": { keep: true, default: { a: "" } }`),
  keptField(
    `o: { a: { n: Int32; m: "x" | "y" }; l: string[] }`,
    `"spec.o": { keep: true, default: { a: { n: 0, m: "x" }, l: [] } }`,
  ),
  {
    code,
    ...ofPair(
      {
        older: "spec?: { id?: string; /** @default false */ on?: boolean }",
        newer: flagSet.newer,
        rules: `older: { "spec.on": { as: "boolPresence" } }`,
      },
      { "remove the rule: both versions have the field alike": { rules: "older: {}" } },
    ),
  },
  ...["", `hub: "older", `].map((hub): CodeCase => ({
    code,
    ...ofPair(
      { ...flagSet, rules: `${hub}older: { "spec.on": { as: "boolPresence" } }` },
      {
        'write `"spec.on": { default: true }`': { rules: `${hub}older: { "spec.on": { default: true } }` },
        "or remove `@default` from the newer field": {
          newer: flag.older,
          rules: `${hub}older: { "spec.on": { as: "boolPresence" } }`,
        },
      },
    ),
  })),
  {
    code,
    ...ofPair(
      {
        older: "spec?: { a?: string; b?: string }",
        newer: `spec?: { /** @default "x"\n@minLength 1 */ a?: string; b?: string }`,
        rules: `older: { "spec.a": { as: "dropEmpty" } }`,
      },
      {
        '`"spec.a": { default: "x", bounds: "differ" }`': {
          rules: `older: { "spec.a": { default: "x", bounds: "differ" } }`,
        },
      },
    ),
  },
  {
    code,
    ...ofPair(
      { ...presence, rules: `older: { "spec.on": { as: "presence" } }` },
      {
        "with `loses` for values that do not come back": { rules: `older: { ${asPresence} }` },
        "or remove `@default` from the newer field": {
          newer: "spec?: { id?: string; on?: { a?: string } }",
          rules: `older: { "spec.on": { as: "presence" } }`,
        },
      },
    ),
  },
  {
    code,
    ...ofPair(
      { ...port, rules: `hub: "older", older: { "spec.port": { as: "digits" } }` },
      {
        'write functions, `"spec.port": { as: {': { rules: `hub: "older", older: { ${asDigits} }` },
        "or remove `@default` from the newer field": {
          newer: "spec?: { port?: Int32 }",
          rules: `hub: "older", older: { "spec.port": { as: "digits" } }`,
        },
      },
    ),
  },
  {
    code: "conversion/default-not-declared",
    ...ofPair(
      {
        older: `spec?: { l?: ("a" | "b")[] }`,
        newer: `spec?: { /** @default ["A"] */ l?: ("A" | "B")[] }`,
        rules: `older: { "spec.l[]": { as: { enum: { a: "A", b: "B" } } } }`,
      },
      {
        '`"spec.l": { default: ["A"] }`': {
          rules: `older: { "spec.l": { default: ["A"] }, "spec.l[]": { as: { enum: { a: "A", b: "B" } } } }`,
        },
      },
    ),
  },
];
