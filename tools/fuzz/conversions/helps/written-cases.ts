// The cases of rules that lack something: the help adds it, and what their authors wrote stays.
import { ofPair, type CodeCase } from "./help-case.ts";

const olderHub = `hub: "older", `;
const swapped = `{ enum: { low: "High", high: "Low" } }`;
const places = { older: "spec: { /** @default 5 */ f?: Int32; n?: string }" };
const asWidth = `older: { "spec.f": { to: "spec.t.f", as: "width" } }`;

/** All of them. */
export const writtenCases: readonly CodeCase[] = [
  {
    code: "conversion/required-lost",
    ...ofPair(
      {
        older: "spec: { id?: string; paused: boolean }",
        newer: "spec: { id?: string; active?: boolean }",
        rules: `older: { "spec.paused": { to: "spec.active", as: "invert" } }`,
      },
      {
        "write functions that do what `invert` does, `together: { paused: {": {
          rules: `older: {}, together: { paused: { older: { paused: "spec.paused" }, newer: { active: "spec.active" }, as: {
            forward: (value: { paused?: boolean }): { active?: boolean } =>
              (value.paused === undefined ? {} : { active: !value.paused }),
            back: (value: { active?: boolean }): { paused: boolean } => ({ paused: !(value.active ?? true) }) } } }`,
        },
        "move it to a required field with `to`": { newer: "spec: { id?: string; active: boolean }" },
        "make it optional in the older version": { older: "spec: { id?: string; paused?: boolean }" },
      },
    ),
  },
  {
    code: "conversion/across-elements",
    ...ofPair(
      {
        older: "spec: { f?: Record<string, boolean> }",
        newer: "spec: { g?: Record<string, boolean> }",
        rules: `older: { "spec.f[*]": { to: "spec.g[*]", as: "invert" } }`,
      },
      {
        'convert the whole list with functions that do what `invert` does to each element, `"spec.f": { to: "spec.g", as: {':
          {
            rules: `older: { "spec.f": { to: "spec.g", as: {
            forward: (value: Record<string, boolean>): Record<string, boolean> =>
              Object.fromEntries(Object.entries(value).map(([key, on]) => [key, !on])),
            back: (value: Record<string, boolean>): Record<string, boolean> =>
              Object.fromEntries(Object.entries(value).map(([key, on]) => [key, !on])) } } }`,
          },
      },
    ),
  },
  {
    code: "conversion/needs-default",
    ...ofPair(
      {
        older: `spec: { id?: string; level?: "low" | "high" }`,
        newer: `spec: { id?: string; level: "Low" | "High" }`,
        rules: `older: { "spec.level": { as: ${swapped} } }`,
      },
      {
        [`"spec.level": { as: ${swapped}, default: "Low" }`]: {
          rules: `older: { "spec.level": { as: ${swapped}, default: "Low" } }`,
        },
      },
    ),
  },
  {
    code: "conversion/needs-default",
    ...ofPair(
      {
        older: "spec: { id?: string; words?: string }",
        newer: "spec: { id?: string; words: string[] }",
        rules: `older: { "spec.words": { as: {
          forward: (value: string): string[] => (value === "" ? [] : value.split(",")),
          back: (value: string[]): string => value.join(",") } } }`,
      },
      {
        "back: (value: string[]): string => ... }, default: [] }`": {
          rules: `older: { "spec.words": { as: {
            forward: (value: string): string[] => (value === "" ? [] : value.split(",")),
            back: (value: string[]): string => value.join(",") }, default: [] } }`,
        },
      },
    ),
  },
  {
    code: "conversion/wrong-form",
    ...ofPair(
      {
        older: "spec: { id?: string; f?: Int64 }",
        newer: "spec: { id?: string; f: Int32 }",
        rules: `older: { "spec.f": { as: "width", default: 5 } }`,
      },
      {
        '`"spec.f": { as: "width", default: 5, bounds: "differ" }`': {
          rules: `older: { "spec.f": { as: "width", default: 5, bounds: "differ" } }`,
        },
      },
    ),
  },
  {
    code: "conversion/wrong-form",
    ...ofPair(
      {
        older: "spec: { id?: string; paused?: boolean }",
        newer: "spec: { id?: string; paused: boolean }",
        rules: `older: { "spec.paused": { as: "boolPresence", default: true } }`,
      },
      {
        '`"spec.paused": { default: true }`': { rules: `older: { "spec.paused": { default: true } }` },
        "or make the newer field optional": {
          newer: "spec: { id?: string; /** @default true */ paused?: boolean }",
          rules: `older: { "spec.paused": { default: true } }`,
        },
      },
    ),
  },
  {
    code: "conversion/wrong-form",
    ...ofPair(
      {
        older: "spec: { id?: string; f?: Int32 }",
        newer: "spec: { id?: string; f: string }",
        rules: `${olderHub}older: { "spec.f": { as: "digits", default: "80" } }`,
      },
      {
        '`"spec.f": { as: "digits", loses: "inexact", default: "80" }`': {
          rules: `${olderHub}older: { "spec.f": { as: "digits", loses: "inexact", default: "80" } }`,
        },
      },
    ),
  },
  {
    code: "conversion/keep-needs-keys",
    ...ofPair(
      {
        older: "spec: { l?: { n?: string }[] }",
        newer: "spec: { l?: { n?: string; f: string }[] }",
        rules: `${olderHub}older: {}, newer: { "spec.l[].f": { keep: true, default: "x" } }`,
      },
      {
        '`"spec.l[].f": { default: "x" }`': {
          rules: `${olderHub}older: {}, newer: { "spec.l[].f": { default: "x" } }`,
        },
      },
    ),
  },
  {
    code: "conversion/keep-needs-keys",
    ...ofPair(
      {
        older: "spec: { l?: { n?: string; f: string }[] }",
        newer: "spec: { l?: { n?: string }[] }",
        rules: `older: { "spec.l[].f": { keep: true, default: "x" } }`,
      },
      {
        'make it optional in the older version and write "removed"': {
          older: "spec: { l?: { n?: string; f?: string }[] }",
          rules: `older: { "spec.l[].f": "removed" }`,
        },
      },
    ),
  },
  {
    code: "conversion/wrong-form",
    ...ofPair(
      { ...places, newer: "spec: { n?: string; t?: { /** @default 5 */ f?: Int64 } }", rules: asWidth },
      {
        'write `"spec.f": { to: "spec.t.f", as: "width", bounds: "differ" }`, and declare `@default {}` for spec.t in each version that has it':
          {
            newer: "spec: { n?: string; /** @default {} */ t?: { /** @default 5 */ f?: Int64 } }",
            rules: `older: { "spec.f": { to: "spec.t.f", as: "width", bounds: "differ" } }`,
          },
        "or remove `@default` from spec.f in the older version and from spec.t.f in the newer one": {
          older: "spec: { f?: Int32; n?: string }",
          newer: "spec: { n?: string; t?: { f?: Int64 } }",
          rules: `older: { "spec.f": { to: "spec.t.f", as: "width", bounds: "differ" } }`,
        },
      },
    ),
  },
];
