// The cases of errors whose help depends on the two fields.
import { sourceOf } from "../pairs/pair-source.ts";
import { ofPair, type CodeCase } from "./help-case.ts";

const keyed = "/** @listType map\n@listMapKey type */";
const ofConditions = `older: { "status.conditions": { as: "conditions", bounds: "differ" } }`;
const conditions = {
  older: `status?: { conditions?: {
    type: string; status: string; severity?: string; reason?: string; message?: string; lastTransitionTime: Time }[] }`,
  newer: `status?: { ${keyed} conditions?: {
    type: string; status: "True" | "False" | "Unknown"; /** @minLength 1 */ reason: string; message: string; observedGeneration?: Int64; lastTransitionTime: Time }[] }`,
};
/** Fields that move into an object that has one of them at most. */
const intoOne = {
  older: "spec?: { a?: string; b?: string }",
  newer: "spec?: {\n/** @atMostOneOf a b */\nx?: { a?: string; b?: string } }",
};
const levels = {
  older: `spec: { id?: string; level: "a" | "b" }`,
  newer: `spec: { id?: string; level?: "a" | "b" }`,
};

const waits = {
  older: "spec: { id?: string; wait: Duration }",
  newer: "spec: { id?: string; wait?: Duration }",
};

/** A map of as many values as the list has elements, of which several may have one key. */
const fewTags = {
  older: "spec?: { /** @maxProperties 3 */ tags?: Record<string, string> }",
  newer: "spec?: { /** @maxItems 3 */ tags?: { key: string; value: string }[] }",
};
const tagsAsList = `{ mapToList: { key: "key", value: "value" } }`;

/** All of them. */
export const fieldCases: readonly CodeCase[] = [
  {
    code: "conversion/not-covered",
    rejected: sourceOf({ ...conditions, rules: "older: {}" }),
    ways: {
      '"status.conditions": { as: "conditions", bounds: "differ" }': sourceOf({ ...conditions, rules: ofConditions }),
    },
  },
  {
    code: "conversion/not-covered",
    ...ofPair(
      {
        older: "spec: { size?: Int32; zone?: string }",
        newer: "spec: { size?: string[]; zone?: string }",
        rules: `older: { "spec.size": "removed" }`,
      },
      {
        'write `"spec.size": "added"` in `newer`': {
          rules: `older: { "spec.size": "removed" }, newer: { "spec.size": "added" }`,
        },
      },
    ),
  },
  {
    code: "conversion/bounds-differ",
    ...ofPair(
      { ...conditions, rules: `older: { "status.conditions": { as: "conditions" } }` },
      { '`"status.conditions": { as: "conditions", bounds: "differ" }`': { rules: ofConditions } },
    ),
  },
  {
    code: "conversion/bounds-differ",
    ...ofPair(
      { ...fewTags, rules: `older: { "spec.tags": { as: ${tagsAsList} } }` },
      {
        [`"spec.tags": { as: ${tagsAsList}, bounds: "differ" }`]: {
          rules: `older: { "spec.tags": { as: ${tagsAsList}, bounds: "differ" } }`,
        },
      },
    ),
  },
  {
    code: "conversion/bounds-differ",
    ...ofPair(
      { ...intoOne, rules: `older: { "spec.a": { to: "spec.x.a" }, "spec.b": { to: "spec.x.b" } }` },
      {
        '`"spec.a": { to: "spec.x.a", bounds: "differ" }`': {
          rules: `older: { "spec.a": { to: "spec.x.a", bounds: "differ" }, "spec.b": { to: "spec.x.b", bounds: "differ" } }`,
        },
        "convert it and those that it cannot be beside by functions of `together`": {
          rules: `older: {}, together: { x: { older: { a: "spec.a", b: "spec.b" }, newer: { x: "spec.x" }, as: {
            forward: ({ a, b }: { a?: string; b?: string }) => (a !== undefined ? { x: { a } } : b !== undefined ? { x: { b } } : {}),
            back: ({ x }: { x?: { a?: string; b?: string } }) => ({ ...x }) },
            loses: ({ a, b }: { a?: string; b?: string }) => a !== undefined && b !== undefined } }`,
        },
      },
    ),
  },
  ...["MB", "mb"].map((unit): CodeCase => ({
    code: "conversion/wrong-form",
    ...ofPair(
      {
        older: "spec?: { memory?: Quantity }",
        newer: "spec?: { memoryMB?: Int32 }",
        rules: `older: { "spec.memory": { to: "spec.memoryMB", as: { quantity: "${unit}" } } }`,
      },
      {
        '`"spec.memory": { to: "spec.memoryMB", as: { quantity: "M" }, loses: "inexact" }`': {
          rules: `older: { "spec.memory": { to: "spec.memoryMB", as: { quantity: "M" }, loses: "inexact" } }`,
        },
      },
    ),
  })),
  {
    code: "conversion/wrong-form",
    ...ofPair(
      { ...conditions, rules: ofConditions, newer: conditions.newer.replace("/** @minLength 1 */", "") },
      { "declare `@minLength 1` for the newer `reason`": { newer: conditions.newer } },
    ),
  },
  {
    code: "conversion/wrong-form",
    ...ofPair(
      { ...conditions, rules: ofConditions, newer: conditions.newer.replace("reason: string", "reason?: string") },
      { "require `reason` and `message` in the newer version": { newer: conditions.newer } },
    ),
  },
  {
    code: "conversion/wrong-form",
    ...ofPair(
      { ...conditions, rules: ofConditions, newer: conditions.newer.replace(keyed, "") },
      { "declare `@listType map` and `@listMapKey type` in the newer version": { newer: conditions.newer } },
    ),
  },
  {
    code: "conversion/wrong-form",
    ...ofPair(
      { ...conditions, rules: ofConditions, older: conditions.older.replace("severity?", "by?: string; severity?") },
      {
        'let both versions have "by"': {
          newer: conditions.newer.replace("observedGeneration?", "by?: string; observedGeneration?"),
        },
      },
    ),
  },
  {
    code: "conversion/wrong-form",
    rejected: sourceOf({ ...levels, rules: `older: { "spec.level": { as: "dropEmpty" } }` }),
    ways: {
      'back: (value: { level?: "a" | "b" }): { level: "a" | "b" } =>': sourceOf({
        ...levels,
        rules: `older: {}, together: { level: { older: { level: "spec.level" }, newer: { level: "spec.level" }, as: {
          forward: (value: { level?: "a" | "b" }): { level?: "a" | "b" } => value,
          back: (value: { level?: "a" | "b" }): { level: "a" | "b" } => ({ level: value.level ?? "a" }) } } }`,
      }),
    },
  },
  {
    code: "conversion/wrong-form",
    rejected: sourceOf({ ...waits, rules: `older: { "spec.wait": { as: "dropEmpty" } }` }),
    ways: {
      "back: (value: { wait?: Duration }): { wait: Duration } =>": sourceOf({
        ...waits,
        rules: `older: {}, together: { wait: { older: { wait: "spec.wait" }, newer: { wait: "spec.wait" }, as: {
          forward: (value: { wait?: Duration }): { wait?: Duration } => value,
          back: (value: { wait?: Duration }): { wait: Duration } => ({ wait: value.wait ?? "0s" }) } } }`,
      }),
      "make the older field optional": sourceOf({ ...waits, older: waits.newer, rules: "older: {}" }),
    },
  },
  ...["", `hub: "older", `].map((hub): CodeCase => {
    const versions = { older: "spec?: { on?: boolean }", newer: "spec?: { /** @default false */ off?: boolean }" };
    const declaration = `"spec.on": { to: "spec.off", as: "invert", default: false }`;
    return {
      code: "conversion/default-not-declared",
      rejected: sourceOf({ ...versions, rules: `${hub}older: { "spec.on": { to: "spec.off", as: "invert" } }` }),
      ways: {
        [`declare it: \`${declaration}\``]: sourceOf({ ...versions, rules: `${hub}older: { ${declaration} }` }),
      },
    };
  }),
  ...[
    ["/** @minimum 1 */", "Int32", ', bounds: "differ"'],
    ["/** @pattern ^[a-z]+$ */", "string", ', bounds: "differ"'],
    ["/** @pattern ^(?i)[a-z]+$ */", "string", ', bounds: "differ"'],
    ["/** @format ipv4 */", "string", ', bounds: "differ"'],
    ["/** @maxLength 9 */", "string", ""],
  ].flatMap(([tags = "", type = "", bounds = ""]): CodeCase[] => {
    const versions = {
      older: `spec: { id?: string; ${tags} host: ${type} }`,
      newer: `spec: { id?: string; ${tags} host?: ${type} }`,
    };
    const declaration = `"spec.host": { as: "dropEmpty"${bounds} }`;
    const ways = { [`write \`${declaration}\``]: sourceOf({ ...versions, rules: `older: { ${declaration} }` }) };
    const rejected = (rules: string): string => sourceOf({ ...versions, rules });
    return [
      {
        code: "conversion/required-lost",
        rejected: rejected(`older: { "spec.host": { bounds: "differ" } }`),
        ways,
      },
      { code: "conversion/not-covered", rejected: rejected("older: {}"), ways },
    ];
  }),
];
