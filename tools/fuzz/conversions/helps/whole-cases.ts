// The cases of errors about objects that move as a whole, or whose fields move one by one.
import { ofPair, type CodeCase, type HelpCase } from "./help-case.ts";

const hubs = ["", `hub: "older", `];
const alike = {
  older: "spec?: { a?: { x?: string; y?: string } }",
  newer: "spec?: { b?: { x?: string; y?: string } }",
};
const required = {
  older: "spec?: { a: { x: string; y?: Int32 } }",
  newer: "spec?: { b: { x?: string; y: Int32 } }",
};
const whole = `"spec.a": { to: "spec.b" }`;
const dropped = `"spec.a.x": { to: "spec.b.x", as: "dropEmpty" }`;
const filled = `"spec.a.y": { to: "spec.b.y", default: 0 }`;

/** Functions that make an object of its only field, and the reverse. */
const flattened = `{ older: { x: "spec.x" }, newer: { b: "spec.b" }, as: {
  forward: (value: { x?: Older["spec"]["x"] }): { b?: string } => ({ ...value.x }),
  back: (value: { b?: string }): { x: Older["spec"]["x"] } => ({ x: value.b === undefined ? {} : { b: value.b } }) } }`;

/** The reverse. */
const nested = `{ older: { b: "spec.b" }, newer: { x: "spec.x" }, as: {
  forward: (value: { b?: string }): { x: Newer["spec"]["x"] } => ({ x: value.b === undefined ? {} : { b: value.b } }),
  back: (value: { x?: Newer["spec"]["x"] }): { b?: string } => ({ ...value.x }) } }`;

/** An object at one path in both versions, with nothing in common. */
const others = {
  older: "spec?: { place?: { zone?: string }; size?: string }",
  newer: "spec?: { loc?: { az?: string }; place?: { n?: string; m?: string }; size?: string }",
};
const zoneMoves = `older: { "spec.place.zone": { to: "spec.loc.az" } }`;

/** One that is removed as a whole, though the other version has it. */
export const objectOfBoth: HelpCase = ofPair(
  {
    older: "spec?: { place?: { zone?: string }; size?: string }",
    newer: "spec?: { place?: { n?: string }; size?: string }",
    rules: `older: { "spec.place": "removed" }, newer: { "spec.place.n": "added" }`,
  },
  {
    'name the fields that only this object has: `"spec.place.zone": "removed"` in `older`': {
      rules: `older: { "spec.place.zone": "removed" }, newer: { "spec.place.n": "added" }`,
    },
  },
);

const intoOther = `"spec.x": { to: "spec.o.c" }`;

/** All of them. */
export const wholeCases: readonly CodeCase[] = [
  ...hubs.map((hub): CodeCase => ({
    code: "conversion/object-of-both",
    ...ofPair(
      { ...others, rules: `${hub}${zoneMoves}, newer: { "spec.place": "added" }` },
      {
        '`"spec.place.n": "added"`, `"spec.place.m": "added"` in `newer`': {
          rules: `${hub}${zoneMoves}, newer: { "spec.place.n": "added", "spec.place.m": "added" }`,
        },
      },
    ),
  })),
  ...hubs.map((hub): CodeCase => ({
    code: "conversion/object-of-both",
    ...ofPair(
      {
        older: "spec?: { place?: { zone?: string }; size?: string }",
        newer: "spec?: { place?: { zone?: string; n?: string }; size?: string }",
        rules: `${hub}older: {}, newer: { "spec.place": "added" }`,
      },
      {
        'name the fields that only this object has: `"spec.place.n": "added"` in `newer`': {
          rules: `${hub}older: {}, newer: { "spec.place.n": "added" }`,
        },
        'name the other one, too: `"spec.place": "removed"` in `older`': {
          rules: `${hub}older: { "spec.place": "removed" }, newer: { "spec.place": "added" }`,
        },
      },
    ),
  })),
  ...hubs.map((hub): CodeCase => ({
    code: "conversion/converted-twice",
    ...ofPair(
      { ...alike, rules: `${hub}older: { ${whole}, ${dropped} }` },
      {
        "remove this rule": { rules: `${hub}older: { ${whole} }` },
        [`${dropped}\`, \`"spec.a.y": { to: "spec.b.y" }`]: {
          rules: `${hub}older: { ${dropped}, "spec.a.y": { to: "spec.b.y" } }`,
        },
      },
    ),
  })),
  {
    code: "conversion/wrong-form",
    ...ofPair(
      { ...required, rules: `older: { ${dropped}, ${filled} }` },
      {
        'write `"spec.a.x": { to: "spec.b.x", bounds: "differ" }`': {
          rules: `older: { "spec.a.x": { to: "spec.b.x", bounds: "differ" }, ${filled} }`,
        },
      },
    ),
  },
  {
    code: "conversion/needs-default",
    ...ofPair(
      {
        older: "spec?: { a?: string }",
        newer: "spec?: { a?: string; x: { b?: string } }",
        rules: `older: {}, newer: { "spec.x.b": "added" }`,
      },
      {
        '`"spec.x": { default: {} }` in `newer` in place of the rules for its fields': {
          rules: `older: {}, newer: { "spec.x": { default: {} } }`,
        },
        "or make it optional": { newer: "spec?: { a?: string; x?: { b?: string } }" },
      },
    ),
  },
  {
    code: "conversion/required-lost",
    ...ofPair(
      {
        older: "spec?: { a?: string; x: { b?: string } }",
        newer: "spec?: { a?: string }",
        rules: `older: { "spec.x.b": "removed" }`,
      },
      {
        '`"spec.x": { keep: true, default: {} }` in `older` in place of the rules for its fields': {
          rules: `older: { "spec.x": { keep: true, default: {} } }`,
        },
        "make it optional in the older version": { older: "spec?: { a?: string; x?: { b?: string } }" },
      },
    ),
  },
  ...hubs.map((hub): CodeCase => ({
    code: "conversion/needs-default",
    ...ofPair(
      {
        older: "spec: { b?: string; a?: string }",
        newer: "spec: { x: { b?: string }; a?: string }",
        rules: `${hub}older: { "spec.b": { to: "spec.x.b" } }`,
      },
      {
        'forward: (value: { b?: string }): { x: Newer["spec"]["x"] } =>': {
          rules: `${hub}older: {}, together: { b: ${nested} }`,
        },
        "make it optional": { newer: "spec: { x?: { b?: string }; a?: string }" },
      },
    ),
  })),
  ...hubs.map((hub): CodeCase => ({
    code: "conversion/required-lost",
    ...ofPair(
      {
        older: "spec: { x: { b?: string }; a?: string }",
        newer: "spec: { b?: string; a?: string }",
        rules: `${hub}older: { "spec.x.b": { to: "spec.b" } }`,
      },
      {
        'forward: (value: { x?: Older["spec"]["x"] }): { b?: string } =>': {
          rules: `${hub}older: {}, together: { x: ${flattened} }`,
        },
        "make it optional in the older version": { older: "spec: { x?: { b?: string }; a?: string }" },
      },
    ),
  })),
  {
    code: "conversion/needs-default",
    ...ofPair(
      {
        older: "spec?: { x?: string; f?: string; k?: string }",
        newer: "spec?: { k?: string; o?: { c?: string; in: { d?: string } } }",
        rules: `older: { ${intoOther}, "spec.f": { to: "spec.o.in.d" } }`,
      },
      {
        'newer: { in: "spec.o.in" }': {
          rules: `older: { ${intoOther} }, together: { f: { older: { f: "spec.f" }, newer: { in: "spec.o.in" }, as: {
            forward: ({ f }: { f?: string }): { in: { d?: string } } => ({ in: f === undefined ? {} : { d: f } }),
            back: (value: { in?: { d?: string } }): { f?: string } => (value.in?.d === undefined ? {} : { f: value.in.d }) } } }`,
        },
        "make it optional": { newer: "spec?: { k?: string; o?: { c?: string; in?: { d?: string } } }" },
      },
    ),
  },
  {
    code: "conversion/not-covered",
    ...ofPair(
      {
        older: "spec?: { x: { b?: string } }",
        newer: "spec?: { x: EmptyObject; y?: string }",
        rules: `older: { "spec.x.b": { to: "spec.y" } }`,
      },
      {
        "write functions in place of the rules below it": {
          rules: `older: { "spec.x": {
            as: {
              forward: (_: NonNullable<Older["spec"]>["x"]): EmptyObject => ({}),
              back: (_: EmptyObject): NonNullable<Older["spec"]>["x"] => ({}) },
            loses: ({ b }: NonNullable<Older["spec"]>["x"]) => b !== undefined } },
            newer: { "spec.y": "added" }`,
        },
      },
    ),
  },
];
