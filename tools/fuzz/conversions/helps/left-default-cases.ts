// What the helps say about defaults in an object of both versions that another field leaves.
import { type CodeCase, type HelpCase, ofPair } from "./help-case.ts";

const older = `hub: "older", `;

/** Defaults of the schema, of fields of one version alone. */
const setBySchema: readonly CodeCase[] = [
  {
    code: "conversion/default-not-declared",
    ...ofPair(
      {
        older: `spec: { o?: { /** @default "x" */ p?: string; f?: string } }`,
        newer: "spec: { f?: string; o?: { z?: string } }",
        rules: `older: { "spec.o.f": { to: "spec.f" }, "spec.o.p": "removed" }, newer: { "spec.o.z": "added" }`,
      },
      {
        '`"spec.o.p": { keep: true, default: "x" }`': {
          rules: `older: { "spec.o.f": { to: "spec.f" }, "spec.o.p": { keep: true, default: "x" } }, newer: { "spec.o.z": "added" }`,
        },
      },
    ),
  },
  {
    code: "conversion/default-not-declared",
    ...ofPair(
      {
        older: "spec: { f?: string; o?: { z?: string } }",
        newer: "spec: { o?: { /** @default {} */ p?: { k?: string }; f?: string; z?: string } }",
        rules: `${older}older: { "spec.f": { to: "spec.o.f" } }, newer: { "spec.o.p": "added" }`,
      },
      {
        '`"spec.o.p": { default: {} }`': {
          rules: `${older}older: { "spec.f": { to: "spec.o.f" } }, newer: { "spec.o.p": { default: {} } }`,
        },
      },
    ),
  },
  {
    code: "conversion/gained-default",
    ...ofPair(
      {
        older: `spec: { o?: { /** @default "x" */ p?: string; f?: string; z?: string } }`,
        newer: "spec: { f?: string; o?: { z?: string } }",
        rules: `${older}older: { "spec.o.f": { to: "spec.f" }, "spec.o.p": "removed" }`,
      },
      {
        "declare `@default {}` for spec.o in both versions": {
          older: `spec: { /** @default {} */ o?: { /** @default "x" */ p?: string; f?: string; z?: string } }`,
          newer: "spec: { f?: string; /** @default {} */ o?: { z?: string } }",
        },
        "remove `@default` from spec.o.p in the older version": {
          older: "spec: { o?: { p?: string; f?: string; z?: string } }",
        },
      },
    ),
  },
];

/** Defaults of rules beside an older hub. */
const added = {
  older: "spec: { o?: { f?: string; z?: string } }",
  newer: "spec: { f?: string; o?: { g: string; z?: string } }",
};
const stays = {
  older: "spec: { o?: { f?: string; m?: string } }",
  newer: "spec: { f?: string; o?: { m?: string } }",
};
const moves = {
  older: "spec: { o?: { f?: string }; m?: string }",
  newer: "spec: { f?: string; o?: { m: string } }",
};

/** A field of the newer version alone. */
export const lostDefault: HelpCase = ofPair(
  { ...added, rules: `${older}older: { "spec.o.f": { to: "spec.f" } }, newer: { "spec.o.g": { default: "x" } }` },
  {
    'make spec.o.g optional in the newer version and write `"spec.o.g": "keep"`': {
      newer: "spec: { f?: string; o?: { g?: string; z?: string } }",
      rules: `${older}older: { "spec.o.f": { to: "spec.f" } }, newer: { "spec.o.g": "keep" }`,
    },
    "make the newer version the hub": {
      rules: `older: { "spec.o.f": { to: "spec.f" } }, newer: { "spec.o.g": { default: "x" } }`,
    },
  },
);

/** Defaults that the schema has as well. */
const alsoInSchema: readonly CodeCase[] = [
  {
    code: "conversion/lost-default",
    ...ofPair(
      {
        older: "spec: { o?: { a?: string }; z?: string }",
        newer: `spec: { a?: string; z?: string; o?: { /** @default "x" */ p?: string } }`,
        rules: `${older}older: { "spec.o.a": { to: "spec.a" } }, newer: { "spec.o.p": { default: "x" } }`,
      },
      {
        'remove `@default` from spec.o.p in the newer version and write `"spec.o.p": "keep"`': {
          newer: "spec: { a?: string; z?: string; o?: { p?: string } }",
          rules: `${older}older: { "spec.o.a": { to: "spec.a" } }, newer: { "spec.o.p": "keep" }`,
        },
        "make the newer version the hub": {
          rules: `older: { "spec.o.a": { to: "spec.a" } }, newer: { "spec.o.p": { default: "x" } }`,
        },
      },
    ),
  },
  {
    code: "conversion/lost-default",
    ...ofPair(
      {
        older: `spec: { a?: string; z?: string; o?: { /** @default "x" */ p?: string } }`,
        newer: "spec: { o?: { a?: string }; z?: string }",
        rules: `older: { "spec.a": { to: "spec.o.a" }, "spec.o.p": { keep: true, default: "x" } }`,
      },
      {
        'remove `@default` from spec.o.p in the older version and write `"spec.o.p": "keep"`': {
          older: "spec: { a?: string; z?: string; o?: { p?: string } }",
          rules: `older: { "spec.a": { to: "spec.o.a" }, "spec.o.p": "keep" }`,
        },
        "make the older version the hub": {
          rules: `${older}older: { "spec.a": { to: "spec.o.a" }, "spec.o.p": "removed" }`,
        },
      },
    ),
  },
  {
    code: "conversion/lost-default",
    ...ofPair(
      {
        older: "spec: { o?: { a?: string; p?: string }; z?: string }",
        newer: `spec: { a?: string; z?: string; o?: { /** @default "x" */ p?: string } }`,
        rules: `${older}older: { "spec.o.a": { to: "spec.a" }, "spec.o.p": { default: "x" } }`,
      },
      {
        "remove `@default` from spec.o.p in the newer version and remove `default` from the rule": {
          newer: "spec: { a?: string; z?: string; o?: { p?: string } }",
          rules: `${older}older: { "spec.o.a": { to: "spec.a" } }`,
        },
        "make the newer version the hub": {
          rules: `older: { "spec.o.a": { to: "spec.a" }, "spec.o.p": { default: "x" } }`,
        },
      },
    ),
  },
];

/** The others. */
export const leftDefaultCases: readonly CodeCase[] = [
  {
    code: "conversion/lost-default",
    ...ofPair(
      {
        older: "spec?: { o?: { b?: string }; c?: boolean }",
        newer: "spec?: { o?: { c?: boolean } }",
        rules: `older: { "spec.c": { to: "spec.o.c" }, "spec.o.b": { keep: true, default: "p" } }`,
      },
      {
        'write `"spec.o.b": "keep"`': { rules: `older: { "spec.c": { to: "spec.o.c" }, "spec.o.b": "keep" }` },
        "make the older version the hub": {
          rules: `${older}older: { "spec.c": { to: "spec.o.c" }, "spec.o.b": "removed" }`,
        },
      },
    ),
  },
  ...setBySchema,
  {
    code: "conversion/lost-default",
    ...ofPair(
      { ...stays, rules: `${older}older: { "spec.o.f": { to: "spec.f" }, "spec.o.m": { default: "x" } }` },
      {
        "remove `default` from the rule": { rules: `${older}older: { "spec.o.f": { to: "spec.f" } }` },
        "make the newer version the hub": {
          rules: `older: { "spec.o.f": { to: "spec.f" }, "spec.o.m": { default: "x" } }`,
        },
      },
    ),
  },
  {
    code: "conversion/lost-default",
    ...ofPair(
      {
        ...moves,
        rules: `${older}older: { "spec.o.f": { to: "spec.f" }, "spec.m": { to: "spec.o.m", default: "x" } }`,
      },
      {
        "make spec.o.m optional in the newer version and remove `default` from the rule": {
          newer: "spec: { f?: string; o?: { m?: string } }",
          rules: `${older}older: { "spec.o.f": { to: "spec.f" }, "spec.m": { to: "spec.o.m" } }`,
        },
        "make the newer version the hub": {
          rules: `older: { "spec.o.f": { to: "spec.f" }, "spec.m": { to: "spec.o.m", default: "x" } }`,
        },
      },
    ),
  },
  ...alsoInSchema,
];
