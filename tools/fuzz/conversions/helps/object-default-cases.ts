// What the helps say about defaults of objects that one version alone has, or that are in an object that another field makes.
import { type CodeCase, ofPair } from "./help-case.ts";

const hubs = ["", `hub: "older", `];

/** A default of the older version alone, in which a required field of the newer one is. */
const withRequired = {
  older: "spec: { /** @default {} */ o?: { f?: string } }",
  newer: "spec: { o?: { f: string } }",
};

/** Defaults of objects that one version alone has. */
const loneCases: readonly CodeCase[] = hubs.flatMap((hub): CodeCase[] => [
  {
    code: "conversion/gained-default",
    ...ofPair(
      {
        older: "spec: { /** @default {} */ o?: { a?: string; k?: string } }",
        newer: "spec: { o?: { a?: string } }",
        rules: `${hub}older: { "spec.o.k": "removed" }`,
      },
      {
        "declare `@default {}` for spec.o in the newer version": {
          newer: "spec: { /** @default {} */ o?: { a?: string } }",
        },
        "remove `@default` from spec.o in the older version": { older: "spec: { o?: { a?: string; k?: string } }" },
      },
    ),
  },
  {
    code: "conversion/gained-default",
    ...ofPair(
      { ...withRequired, rules: `${hub}older: { "spec.o.f": { default: "" } }` },
      { "remove `@default` from spec.o in the older version": { older: "spec: { o?: { f?: string } }" } },
    ),
  },
  {
    code: "conversion/gained-default",
    ...ofPair(
      {
        older: "spec: { o?: { a?: string } }",
        newer: "spec: { /** @default {} */ o?: { a?: string; k?: string } }",
        rules: `${hub}older: {}, newer: { "spec.o.k": "added" }`,
      },
      {
        "declare `@default {}` for spec.o in the older version": {
          older: "spec: { /** @default {} */ o?: { a?: string } }",
        },
        "remove `@default` from spec.o in the newer version": { newer: "spec: { o?: { a?: string; k?: string } }" },
      },
    ),
  },
  {
    code: "conversion/default-not-declared",
    ...ofPair(
      {
        older: "spec: { o?: { a?: string } }",
        newer: "spec: { /** @default {} */ u?: { a?: string } }",
        rules: `${hub}older: { "spec.o": { to: "spec.u" } }`,
      },
      {
        '`"spec.o": { to: "spec.u", default: {} }`': {
          rules: `${hub}older: { "spec.o": { to: "spec.u", default: {} } }`,
        },
      },
    ),
  },
]);

/** Defaults of objects in one that another field makes. */
const madeCases = hubs.map((hub): CodeCase => ({
  code: "conversion/gained-default",
  ...ofPair(
    {
      older: "spec: { o?: { /** @default {} */ p?: { a?: string; k?: string }; r?: { f?: string } } }",
      newer: "spec: { f?: string; o?: { /** @default {} */ p?: { a?: string } } }",
      rules: `${hub}older: { "spec.o.r.f": { to: "spec.f" }, "spec.o.p.k": "removed" }`,
    },
    {
      "declare `@default {}` for spec.o in both versions": {
        older:
          "spec: { /** @default {} */ o?: { /** @default {} */ p?: { a?: string; k?: string }; r?: { f?: string } } }",
        newer: "spec: { f?: string; /** @default {} */ o?: { /** @default {} */ p?: { a?: string } } }",
      },
      "remove `@default` from spec.o.p in both versions": {
        older: "spec: { o?: { p?: { a?: string; k?: string }; r?: { f?: string } } }",
        newer: "spec: { f?: string; o?: { p?: { a?: string } } }",
      },
    },
  ),
}));

/** A default of an object that the other version requires, in one that another field makes. */
const requiredCases: readonly CodeCase[] = hubs.flatMap((hub): CodeCase[] => [
  {
    code: "conversion/gained-default",
    ...ofPair(
      {
        older: "spec: { p?: { o: { a?: string } }; x?: string }",
        newer: "spec: { p?: { /** @default {} */ o?: { a?: string }; x?: string } }",
        rules: `${hub}older: { "spec.p.o": { bounds: "differ" }, "spec.x": { to: "spec.p.x" } }`,
      },
      {
        "remove `@default` from spec.p.o in the newer version": {
          newer: "spec: { p?: { o?: { a?: string }; x?: string } }",
        },
      },
    ),
  },
  {
    code: "conversion/gained-default",
    ...ofPair(
      {
        older: "spec: { p?: { /** @default {} */ o?: { a?: string }; x?: string } }",
        newer: "spec: { p?: { o: { a?: string } }; x?: string }",
        rules: `${hub}older: { "spec.p.o": { bounds: "differ" }, "spec.p.x": { to: "spec.x" } }`,
      },
      {
        "remove `@default` from spec.p.o in the older version": {
          older: "spec: { p?: { o?: { a?: string }; x?: string } }",
        },
      },
    ),
  },
]);

/** A required object that is kept, and whose default the schema completes. */
const keptCase: CodeCase = {
  code: "conversion/required-lost",
  ...ofPair(
    {
      older: "spec: { n?: string; o: { /** @default {} */ p?: { f?: string } } }",
      newer: "spec: { n?: string }",
      rules: `older: { "spec.o": "keep" }`,
    },
    {
      '`"spec.o": { keep: true, default: {} }`': { rules: `older: { "spec.o": { keep: true, default: {} } }` },
      "or make it optional in the older version": {
        older: "spec: { n?: string; o?: { /** @default {} */ p?: { f?: string } } }",
      },
    },
  ),
};

/** An object that the hub does not have, with fields that it keeps. */
const withKept = `spec: { c?: string; /** @default {} */ o?: { /** @default "p" */ b?: string; a?: string } }`;
const withKeptAlone = `spec: { c?: string; o?: { /** @default "p" */ b?: string; a?: string } }`;
const keptFields = `"spec.o.a": "keep", "spec.o.b": { keep: true, default: "p" }`;

/** Defaults of such objects, which the hub would keep. */
const keptFieldCases: readonly CodeCase[] = [
  {
    code: "conversion/gained-default",
    ...ofPair(
      { older: withKept, newer: "spec: { c?: string }", rules: `older: { ${keptFields} }` },
      {
        'write `"spec.o": { keep: true, default: {} }` in `older` in place of the rules for its fields': {
          rules: `older: { "spec.o": { keep: true, default: {} } }`,
        },
        "remove `@default` from spec.o in the older version": { older: withKeptAlone },
      },
    ),
  },
  {
    code: "conversion/gained-default",
    ...ofPair(
      { older: "spec: { c?: string }", newer: withKept, rules: `hub: "older", older: {}, newer: { ${keptFields} }` },
      {
        'write `"spec.o": { keep: true, default: {} }` in `newer` in place of the rules for its fields': {
          rules: `hub: "older", older: {}, newer: { "spec.o": { keep: true, default: {} } }`,
        },
        "remove `@default` from spec.o in the newer version": { newer: withKeptAlone },
      },
    ),
  },
  {
    code: "conversion/gained-default",
    ...ofPair(
      {
        older: withKept,
        newer: "spec: { c?: string; a?: string }",
        rules: `older: { "spec.o.a": { to: "spec.a" }, "spec.o.b": { keep: true, default: "p" } }`,
      },
      { "remove `@default` from spec.o in the older version": { older: withKeptAlone } },
    ),
  },
  {
    code: "conversion/gained-default",
    ...ofPair(
      {
        older: `spec: { c?: string }; /** @default {} */ status?: { /** @default "p" */ b?: string }`,
        newer: "spec: { c?: string }",
        rules: `older: { "status.b": { keep: true, default: "p" } }`,
      },
      {
        "remove `@default` from status in the older version": {
          older: `spec: { c?: string }; status?: { /** @default "p" */ b?: string }`,
        },
      },
    ),
  },
];

/** All of them. */
export const objectDefaultCases: readonly CodeCase[] = [
  ...loneCases,
  ...madeCases,
  ...requiredCases,
  keptCase,
  ...keptFieldCases,
];
