// The cases of errors about rules of strategy None, with which the API server converts no value.
import type { PairText } from "../pairs/pair-source.ts";
import { type CodeCase, type HelpCase, ofPair } from "./help-case.ts";

const none = `strategy: "None", older: {}`;

function ofNone(
  code: CodeCase["code"],
  rejected: PairText,
  ways: Readonly<Record<string, Partial<PairText>>>,
): CodeCase {
  return { code, ...ofPair(rejected, ways) };
}

/** A field of two types that is declared as dropped. */
export const noneKeeps: HelpCase = ofPair(
  {
    older: "spec?: { size?: string }",
    newer: "spec?: { size?: Int32 }",
    rules: `strategy: "None", older: { "spec.size": "removed" }, newer: { "spec.size": "added" }`,
  },
  {
    "give it the same type in both versions": {
      older: "spec?: { size?: Int32 }",
      rules: `strategy: "None", older: {}`,
    },
    'remove `strategy: "None"` and convert it': {
      rules: `older: { "spec.size": { as: "digits", loses: "inexact" } }`,
    },
  },
);
/** A default of one version. */
export const noneDefault: HelpCase = ofPair(
  {
    older: 'spec?: { id?: string; /** @default "x" */ mode?: string }',
    newer: "spec?: { id?: string; mode?: string }",
    rules: `strategy: "None", older: {}`,
  },
  {
    'write `@default "x"` in both versions': { newer: 'spec?: { id?: string; /** @default "x" */ mode?: string }' },
    "or in none": { older: "spec?: { id?: string; mode?: string }" },
    'remove `strategy: "None"`': { rules: "older: {}" },
  },
);

const drops = `strategy: "None", older: { "spec.o.y": "removed" }, newer: { "spec.o.z": "added" }`;
const dropsDeclared = `strategy: "None", older: { "spec.o": { bounds: "differ" }, "spec.o.y": "removed" }, newer: { "spec.o.z": "added" }`;

const dropped = `"spec.l[].b": "removed"`;
const setOf = (fields: string): string => `spec?: {
  /**
   * @listType set
   * @items.mapType atomic
   */
  l?: { ${fields} }[] }`;

/** All of them. */
export const noneCases: readonly CodeCase[] = [
  ofNone(
    "conversion/bounds-differ",
    {
      older: "spec?: { o?: { y?: string } }",
      newer: "spec?: { /** @minProperties 1 */ o?: { z?: string } }",
      rules: drops,
    },
    {
      "give both versions the same bounds": { newer: "spec?: { o?: { z?: string } }" },
      'declare it in `older`: `"spec.o": { bounds: "differ" }`': { rules: dropsDeclared },
    },
  ),
  ofNone(
    "conversion/bounds-differ",
    {
      older: "spec?: { /** @minProperties 1 */ o?: { y?: string } }",
      newer: "spec?: { /** @minProperties 1 */ o?: { z?: string } }",
      rules: drops,
    },
    {
      "remove `@minProperties` in both versions": {
        older: "spec?: { o?: { y?: string } }",
        newer: "spec?: { o?: { z?: string } }",
      },
      'declare it in `older`: `"spec.o": { bounds: "differ" }`': { rules: dropsDeclared },
    },
  ),
  ofNone(
    "conversion/bounds-differ",
    {
      older: setOf("a?: string; b?: string"),
      newer: setOf("a?: string"),
      rules: `strategy: "None", older: { ${dropped} }`,
    },
    {
      "let the list be atomic in both versions (@listType atomic)": {
        older: "spec?: { l?: { a?: string; b?: string }[] }",
        newer: "spec?: { l?: { a?: string }[] }",
      },
      'declare it in `older`: `"spec.l": { bounds: "differ" }`': {
        rules: `strategy: "None", older: { "spec.l": { bounds: "differ" }, ${dropped} }`,
      },
    },
  ),
  ofNone(
    "conversion/not-covered",
    {
      older: `spec?: { mode?: "A" | "B" }`,
      newer: `spec?: { mode?: "A" | "B" | "C" }`,
      rules: none,
    },
    {
      "give it the same type in both versions": { older: `spec?: { mode?: "A" | "B" | "C" }` },
      'remove `strategy: "None"` and write `"spec.mode": { as: "unchanged", bounds: "differ" }`': {
        rules: `older: { "spec.mode": { as: "unchanged", bounds: "differ" } }`,
      },
    },
  ),
  ofNone(
    "conversion/not-covered",
    { older: "spec?: { size?: Int32 }", newer: "spec?: { size?: string }", rules: none },
    {
      "give it the same type in both versions": { newer: "spec?: { size?: Int32 }" },
    },
  ),
  ofNone(
    "conversion/not-covered",
    { older: "spec?: { id?: string; host?: string }", newer: "spec?: { id?: string }", rules: none },
    { '`"spec.host": "removed"`': { rules: `strategy: "None", older: { "spec.host": "removed" }` } },
  ),
  ofNone(
    "conversion/not-covered",
    { older: "spec: { id?: string; host?: string }", newer: "spec: { id?: string; host: string }", rules: none },
    {
      "require it in both versions or in none": { older: "spec: { id?: string; host: string }" },
      'remove `strategy: "None"` and write `"spec.host": { default: "" }`': {
        rules: `older: { "spec.host": { default: "" } }`,
      },
    },
  ),
  ofNone(
    "conversion/needs-default",
    {
      older: "spec: { id?: string }",
      newer: "spec: { id?: string; size: Int32 }",
      rules: `strategy: "None", older: {}, newer: { "spec.size": "added" }`,
    },
    {
      "give it a `@default` in the newer version": { newer: "spec: { id?: string; /** @default 3 */ size: Int32 }" },
      "or make it optional": { newer: "spec: { id?: string; size?: Int32 }" },
      'remove `strategy: "None"` and set a default with `default`': {
        rules: `older: {}, newer: { "spec.size": { default: 0 } }`,
      },
    },
  ),
  ofNone(
    "conversion/required-lost",
    {
      older: "spec: { id?: string; host: string }",
      newer: "spec: { id?: string }",
      rules: `strategy: "None", older: { "spec.host": "removed" }`,
    },
    {
      "give it a `@default` in the older version": {
        older: `spec: { id?: string; /** @default "a" */ host: string }`,
      },
      "make it optional": { older: "spec: { id?: string; host?: string }" },
      'remove `strategy: "None"` and write `"spec.host": { keep: true, default: "" }`': {
        rules: `older: { "spec.host": { keep: true, default: "" } }`,
      },
    },
  ),
  ofNone(
    "conversion/needs-form",
    {
      older: `spec?: { mode?: "A" | "B" }`,
      newer: `spec?: { mode?: "A" | "B" | "C" }`,
      rules: `strategy: "None", older: { "spec.mode": { bounds: "differ" } }`,
    },
    {
      "give it the same type in both versions": { older: `spec?: { mode?: "A" | "B" | "C" }`, rules: none },
      'remove `strategy: "None"` and write `"spec.mode": { as: "unchanged", bounds: "differ" }`': {
        rules: `older: { "spec.mode": { as: "unchanged", bounds: "differ" } }`,
      },
    },
  ),
];
