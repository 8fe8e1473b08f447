// The cases of errors about fields that may be null in one version only, and about maps that become lists.
import { ofPair, type CodeCase, type HelpCase } from "./help-case.ts";

const note = { older: "spec?: { note?: string }", newer: "spec?: { note?: string | null }", rules: "older: {}" };

const keyed = "/** @listType map\n@listMapKey name */";

const entries = `"spec.m": { as: { mapToList: { key: "name", value: "value" } } }`;

const k = '/** @default "k" */';

/** A hub whose null and whose absence the other version does not tell apart. */
export const nullOrAbsent: HelpCase = ofPair(
  {
    older: "spec?: { a?: string | null }",
    newer: `spec?: { ${k} a?: string }`,
    rules: `hub: "older", older: { "spec.a": { default: "k", bounds: "differ" } }`,
  },
  {
    'declare `@default "k"` for spec.a in the older version': { older: `spec?: { ${k} a?: string | null }` },
    "let both versions have null": {
      newer: `spec?: { ${k} a?: string | null }`,
      rules: `hub: "older", older: { "spec.a": { default: "k" } }`,
    },
    "or none": { older: "spec?: { a?: string }", rules: `hub: "older", older: { "spec.a": { default: "k" } }` },
  },
);

/** An object that may be null, and that a field leaves. */
export const nullObject: HelpCase = ofPair(
  {
    older: "spec?: { o?: { k?: string; f?: string } | null }",
    newer: "spec?: { o?: { k?: string } | null; f?: string }",
    rules: `older: { "spec.o.f": { to: "spec.f" } }`,
  },
  {
    "remove `| null` from spec.o in the older version": {
      older: "spec?: { o?: { k?: string; f?: string } }",
      newer: "spec?: { o?: { k?: string }; f?: string }",
    },
  },
);

/** All of them. */
export const nullCases: readonly CodeCase[] = [
  ...[undefined, "k"].map((set): CodeCase => {
    const rule = set === undefined ? '{ bounds: "differ" }' : '{ bounds: "differ", default: "k" }';
    const named = `older: { "spec.a": { default: "k", bounds: "differ" } }`;
    return {
      code: "conversion/gained-default",
      ...ofPair(
        {
          older: `spec?: { ${k} a?: string | null }`,
          newer: "spec?: { a?: string }",
          rules: `older: { "spec.a": ${rule} }`,
        },
        {
          'declare `@default "k"` for spec.a in the newer version, too, and write `"spec.a": { default: "k", bounds: "differ" }`':
            { newer: `spec?: { ${k} a?: string }`, rules: named },
          "or remove `@default` from spec.a in the older version": {
            older: "spec?: { a?: string | null }",
            rules: 'older: { "spec.a": { bounds: "differ" } }',
          },
        },
      ),
    };
  }),
  ...["", `hub: "older", `].map((hub): CodeCase => ({
    code: "conversion/null-object",
    ...ofPair(
      {
        older: "spec?: { k?: string }",
        newer: "spec?: { k?: string; o?: { f?: string } | null }",
        rules: `${hub}older: {}, newer: { "spec.o.f": "added" }`,
      },
      {
        "remove `| null` from spec.o in the newer version": { newer: "spec?: { k?: string; o?: { f?: string } }" },
        [`or write \`"spec.o": "added"\` in place of the rules for its fields`]: {
          rules: `${hub}older: {}, newer: { "spec.o": "added" }`,
        },
      },
    ),
  })),
  {
    code: "conversion/null-or-absent",
    ...ofPair(
      {
        older: "spec?: { a?: string }",
        newer: "spec?: { a?: string | null }",
        rules: `older: { "spec.a": { default: "x", bounds: "differ" } }`,
      },
      {
        'declare `@default "x"` for spec.a in the newer version, too': {
          newer: `spec?: { /** @default "x" */ a?: string | null }`,
        },
        "remove `default` from the rule": { rules: `older: { "spec.a": { bounds: "differ" } }` },
      },
    ),
  },
  {
    code: "conversion/null-or-absent",
    ...ofPair(
      {
        older: "spec?: { a?: string; o?: { c?: string } }",
        newer: "spec?: { o?: { a?: string | null; c?: string } }",
        rules: `older: { "spec.a": { to: "spec.o.a", default: "x", bounds: "differ" } }`,
      },
      {
        "remove `default` from the rule": { rules: `older: { "spec.a": { to: "spec.o.a", bounds: "differ" } }` },
      },
    ),
  },
  {
    code: "conversion/null-or-absent",
    ...ofPair(
      {
        older: "spec?: { a?: string }",
        newer: "spec?: { a?: string; f?: string | null }",
        rules: `older: {}, newer: { "spec.f": { default: "x" } }`,
      },
      {
        'declare `@default "x"` for spec.f in the newer version': {
          newer: `spec?: { a?: string; /** @default "x" */ f?: string | null }`,
        },
        "require it there": { newer: "spec?: { a?: string; f: string | null }" },
        "let it have no null": { newer: "spec?: { a?: string; f?: string }" },
      },
    ),
  },
  {
    code: "conversion/bounds-differ",
    ...ofPair(note, {
      '`"spec.note": { bounds: "differ" }`': { rules: `older: { "spec.note": { bounds: "differ" } }` },
    }),
  },
  {
    code: "conversion/bounds-differ",
    ...ofPair(
      { older: note.newer, newer: note.older, rules: `hub: "older", older: {}` },
      {
        '`"spec.note": { bounds: "differ" }`': { rules: `hub: "older", older: { "spec.note": { bounds: "differ" } }` },
      },
    ),
  },
  {
    code: "conversion/wrong-form",
    ...ofPair(
      {
        older: "spec?: { m?: Record<string, { x?: string } | null> }",
        newer: `spec?: { ${keyed} m?: { name: string; x?: string }[] }`,
        rules: `older: { "spec.m": { as: { mapToList: "name" } } }`,
      },
      { "type them without null": { older: "spec?: { m?: Record<string, { x?: string }> }" } },
    ),
  },
  {
    code: "conversion/converted-twice",
    ...ofPair(
      {
        older: "spec?: { m?: Record<string, string> }",
        newer: `spec?: { ${keyed} m?: { name: string; value: string; secret?: boolean }[] }`,
        rules: `older: { ${entries} }, newer: { "spec.m[].secret": "added" }`,
      },
      { "name it in one rule": { rules: `older: { ${entries} }` } },
    ),
  },
  {
    code: "conversion/element-rule",
    ...ofPair(
      {
        older: "spec?: { l?: (boolean | null)[] }",
        newer: "spec?: { l?: boolean[] }",
        rules: `hub: "older", older: { "spec.l[]": { as: "invert" } }`,
      },
      {
        'write functions that do what `invert` does to each element, `"spec.l": { as: {': {
          rules: `hub: "older", older: { "spec.l": { as: {
          forward: (list: readonly (boolean | null)[]): boolean[] => list.map((value) => value !== true),
          back: (list: readonly boolean[]): boolean[] => list.map((value) => !value) } } }`,
        },
      },
    ),
  },
  {
    code: "conversion/element-rule",
    ...ofPair(
      {
        older: `spec?: { e?: "a"[] }`,
        newer: `spec?: { e?: ("A" | null)[] }`,
        rules: `older: { "spec.e[]": { as: { enum: { a: "A" } } } }`,
      },
      {
        'write functions that do what `{ enum: { a: "A" } }` does to each element, `"spec.e": { as: {': {
          rules: `older: { "spec.e": { as: {
          forward: (list: readonly "a"[]): "A"[] => list.map(() => "A"),
          back: (list: readonly ("A" | null)[]): "a"[] => list.map(() => "a") } } }`,
        },
      },
    ),
  },
  {
    code: "conversion/converted-twice",
    ...ofPair(
      {
        older: "spec?: { a?: { x: string; y?: string }; q?: string }",
        newer: "spec?: { b?: { x?: string; y?: string }; q?: string }",
        rules: `older: { "spec.a": { to: "spec.b", as: "unchanged", bounds: "differ" }, "spec.a.x": { to: "spec.b.x", as: "dropEmpty" } }`,
      },
      {
        "remove this rule": { rules: `older: { "spec.a": { to: "spec.b", as: "unchanged", bounds: "differ" } }` },
        '`"spec.a.x": { to: "spec.b.x", bounds: "differ" }`, `"spec.a.y": { to: "spec.b.y" }`': {
          rules: `older: { "spec.a.x": { to: "spec.b.x", bounds: "differ" }, "spec.a.y": { to: "spec.b.y" } }`,
        },
      },
    ),
  },
  {
    code: "conversion/element-rule",
    ...ofPair(
      {
        older: "spec?: { l?: (string | null)[] }",
        newer: "spec?: { l?: string[] }",
        rules: `hub: "older", older: { "spec.l[]": { as: "unchanged", bounds: "differ" } }`,
      },
      {
        '`"spec.l": { bounds: "differ" }` in place of it': {
          rules: `hub: "older", older: { "spec.l": { bounds: "differ" } }`,
        },
      },
    ),
  },
  {
    code: "conversion/default-not-declared",
    ...ofPair(
      {
        older: `spec?: { ${k} a?: string | null }`,
        newer: `spec?: { ${k} a?: string }`,
        rules: `older: { "spec.a": { bounds: "differ" } }`,
      },
      {
        '`"spec.a": { default: "k", bounds: "differ" }`': {
          rules: `older: { "spec.a": { default: "k", bounds: "differ" } }`,
        },
      },
    ),
  },
  ...["newer", "older"].map((hub): CodeCase => {
    const pair = { older: "spec?: { b?: boolean }", newer: "spec?: { c?: boolean }" };
    const spoke = hub === "newer" ? "older" : "newer";
    const rules = (more: string): string => `hub: "${hub}", older: { "spec.b": { to: "spec.c", as: "invert"${more} } }`;
    return {
      code: "conversion/bounds-differ",
      ...ofPair(
        { ...pair, [spoke]: pair[spoke].replace("boolean", "boolean | null"), rules: rules("") },
        {
          '`"spec.b": { to: "spec.c", as: "invert", bounds: "differ" }`': { rules: rules(', bounds: "differ"') },
          "give both versions the same bounds": pair,
        },
      ),
    };
  }),
];
