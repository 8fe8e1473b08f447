// The cases of errors about defaults in the place of what forms drop.
import { ofPair, type CodeCase, type HelpCase } from "./help-case.ts";

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

const p = `/** @default "p" */`;
const empty = "/** @default {} */";
const deep = { older: `spec?: { n?: string; ${p} a?: string }`, newer: "spec?: { n?: string; t?: { a?: string } }" };
const top = {
  older: "spec?: { n?: string; o?: { x?: string; a?: string } }",
  newer: `spec?: { n?: string; o?: { x?: string }; ${p} a?: string }`,
};
const topRule = `hub: "older", older: { "spec.o.a": { to: "spec.a" } }`;

/** A default that objects of the other version would gain. */
export const gainedDefault: HelpCase = ofPair(
  {
    older: `spec?: { id?: string; /** @default "a" */ tier?: string }`,
    newer: "spec?: { id?: string; size?: { tier?: string } }",
    rules: `older: { "spec.tier": { to: "spec.size.tier" } }`,
  },
  {
    "or remove `@default` from spec.tier in the older version": { older: "spec?: { id?: string; tier?: string }" },
  },
);

/** Defaults that objects of the other version would gain, and what the help says in each case. */
const gainedCases = [
  ...["", `hub: "older", `].flatMap((hub) => {
    const rules = `${hub}older: { "spec.a": { to: "spec.t.a" } }`;
    const plain = { older: "spec?: { n?: string; a?: string }" };
    const full = { newer: `spec?: { n?: string; ${empty} t?: { ${p} a?: string } }` };
    return [
      ofPair(
        { ...deep, rules },
        {
          'declare `@default "p"` for spec.t.a in the newer version, too, and declare `@default {}` for spec.t in each version that has it':
            full,
          "or remove `@default` from spec.a in the older version": plain,
        },
      ),
      ofPair(
        { ...deep, newer: `spec?: { n?: string; t?: { ${p} a?: string } }`, rules },
        {
          "declare `@default {}` for spec.t in each version that has it": full,
          "or remove `@default` from spec.a in the older version and from spec.t.a in the newer one": {
            ...plain,
            newer: deep.newer,
          },
        },
      ),
    ];
  }),
  ofPair(
    { ...top, rules: topRule.replace(" } }", `, default: "p" } }`) },
    {
      'declare `@default "p"` for spec.o.a in the older version, too, and declare `@default {}` for spec.o in each version that has it, and remove `default` from the rule':
        {
          older: `spec?: { n?: string; ${empty} o?: { x?: string; ${p} a?: string } }`,
          newer: `spec?: { n?: string; ${empty} o?: { x?: string }; ${p} a?: string }`,
          rules: topRule,
        },
      "or remove `@default` from spec.a in the newer version and `default` from the rule": {
        newer: "spec?: { n?: string; o?: { x?: string }; a?: string }",
        rules: topRule,
      },
    },
  ),
  ofPair(
    { ...top, rules: topRule },
    {
      "or remove `@default` from spec.a in the newer version": {
        newer: "spec?: { n?: string; o?: { x?: string }; a?: string }",
      },
    },
  ),
  ofPair(
    {
      older: `spec?: { n?: string; ${p} a?: string }; status?: { y?: string }`,
      newer: "spec?: { n?: string }; status?: { y?: string; a?: string }",
      rules: `older: { "spec.a": { to: "status.a" } }`,
    },
    {
      "declare `@default {}` for spec and status in each version that has them": {
        older: `${empty} spec?: { n?: string; ${p} a?: string }; ${empty} status?: { y?: string }`,
        newer: `${empty} spec?: { n?: string }; ${empty} status?: { y?: string; ${p} a?: string }`,
      },
    },
  ),
  ofPair(
    {
      older: "spec?: { n?: string; /** @default true */ on?: boolean }",
      newer: "spec?: { n?: string; t?: { y: string; off?: boolean } }",
      rules: `older: { "spec.on": { to: "spec.t.off", as: "invert" } }, newer: { "spec.t.y": { default: "" } }`,
    },
    { "remove `@default` from spec.on in the older version": { older: "spec?: { n?: string; on?: boolean }" } },
  ),
  ofPair(
    {
      older: `spec?: { n?: string; ${p} a?: string }`,
      newer: "spec?: { n?: string; b?: string }",
      rules: `hub: "older", older: { "spec.a": { to: "spec.b" } }`,
    },
    {
      'declare `@default "p"` for spec.b in the newer version, too': {
        newer: `spec?: { n?: string; ${p} b?: string }`,
      },
      "or remove `@default` from spec.a in the older version": { older: "spec?: { n?: string; a?: string }" },
    },
  ),
];

/** All of them. */
export const defaultCases: readonly CodeCase[] = [
  {
    code: "conversion/default-not-declared",
    ...ofPair(
      {
        older: `spec?: { /** @default "u" */ gone?: string; n?: Int32 }`,
        newer: "spec?: { n?: Int32 }",
        rules: `older: { "spec.gone": "keep" }`,
      },
      {
        '`"spec.gone": { keep: true, default: "u" }`': {
          rules: `older: { "spec.gone": { keep: true, default: "u" } }`,
        },
      },
    ),
  },
  ...gainedCases.map((one): CodeCase => ({ code: "conversion/gained-default", ...one })),
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
  ...["spec?: { a?: string }", `spec?: { /** @default "k" */ a?: string }`].map((older): CodeCase => ({
    code: "conversion/default-not-declared",
    ...ofPair(
      {
        older,
        newer: `spec?: { /** @default "k" */ b?: string }`,
        rules: `hub: "older", older: { "spec.a": { to: "spec.b", default: "x" } }`,
      },
      {
        '`"spec.a": { to: "spec.b", default: "k" }`': {
          rules: `hub: "older", older: { "spec.a": { to: "spec.b", default: "k" } }`,
        },
      },
    ),
  })),
];
