// The cases of errors about rules for elements themselves.
import { type CodeCase, type HelpCase, ofPair } from "./help-case.ts";

const modes = { older: `spec?: { modes?: ("a" | "b")[] }`, newer: `spec?: { modes?: ("A" | "B" | "C")[] }` };
const ofModes = `"spec.modes[]": { as: { enum: { a: "A", b: "B" }, added: { C: "a" } } }`;
const keyed = "/** @listType map\n @listMapKey name */";
const whole = `"spec.disks[]": { as: {
  forward: ({ name, on }: { name: string; on?: boolean }): { name: string; off: boolean } => ({ name, off: on !== true }),
  back: ({ name, off }: { name: string; off: boolean }): { name: string; on?: boolean } => ({ name, ...(off ? {} : { on: true }) }) },
  loses: ({ on }: { name: string; on?: boolean }) => on === false }`;
const nested = {
  older: "spec?: { disks?: Record<string, { size?: string; bus?: string }[]> }",
  newer: "spec?: { disks?: Record<string, { size?: string }[]> }",
};
const lists = {
  older: "spec?: { disks?: { size?: string; bus?: string }[][] }",
  newer: "spec?: { disks?: { size?: string }[][] }",
};
const flags = { older: "spec?: { flags?: boolean[] }", newer: "spec?: { flags?: string[] }" };
const ofFlags = `"spec.flags[]": { as: {
  forward: (value: boolean): string => (value ? "yes" : "no"), back: (value: string): boolean => value === "yes" } }`;

/** What is rejected with the code of a rule for elements. */
const elementCase: HelpCase = ofPair(
  { ...flags, rules: `older: { "spec.flags[]": "removed" }` },
  {
    '"spec.flags[]": { as: { forward: (value: boolean): string => ..., back: (value: string): boolean => ... } }': {
      rules: `older: { "spec.flags": { loses: "unmatched" }, ${ofFlags} }`,
    },
  },
);

/** What is rejected with the code of a rule for a field in elements that one version alone has. */
const loneElementCase: HelpCase = ofPair(
  {
    older: "spec?: { id?: string }",
    newer: "spec?: { id?: string; disks?: { size: string }[] }",
    rules: `older: {}, newer: { "spec.disks[].size": "added" }`,
  },
  { '"spec.disks": "added"': { rules: `older: {}, newer: { "spec.disks": "added" }` } },
);

/** Further ones. */
export const elementCases: readonly CodeCase[] = [
  {
    code: "conversion/wrong-form",
    ...ofPair(
      {
        older: "spec?: { disks?: { [key: string]: { bus?: string } } }",
        newer: `spec?: { ${keyed} disks?: { name: string; /** @default "scsi" */ bus?: string }[] }`,
        rules: `older: { "spec.disks": { as: { mapToList: "name" } } }`,
      },
      {
        "give it the same `@default` in both": {
          older: `spec?: { disks?: { [key: string]: { /** @default "scsi" */ bus?: string } } }`,
        },
        "or in none": { newer: `spec?: { ${keyed} disks?: { name: string; bus?: string }[] }` },
      },
    ),
  },
  {
    code: "conversion/element-rule",
    ...ofPair(
      {
        older: "spec?: { id?: string; flags?: boolean[] }",
        newer: "spec?: { id?: string }",
        rules: `older: { "spec.flags[]": "removed" }`,
      },
      { '"spec.flags": "removed"': { rules: `older: { "spec.flags": "removed" }` } },
    ),
  },
  ...["newer", "older"].map((hub): CodeCase => ({
    code: "conversion/lone-elements",
    ...ofPair(
      {
        older: "spec?: { id?: string; disks?: Record<string, { size: string; bus?: string }> }",
        newer: "spec?: { id?: string }",
        rules: `hub: "${hub}", older: { "spec.disks[*].bus": "removed" }`,
      },
      { '"spec.disks": "removed"': { rules: `hub: "${hub}", older: { "spec.disks": "removed" }` } },
    ),
  })),
  {
    code: "conversion/element-rule",
    ...ofPair(
      { ...flags, newer: flags.older, rules: `older: { "spec.flags[]": { as: "invert", default: true } }` },
      { '`"spec.flags[]": { as: "invert" }`': { rules: `older: { "spec.flags[]": { as: "invert" } }` } },
    ),
  },
  {
    code: "conversion/element-rule",
    ...ofPair(
      { ...flags, newer: flags.older, rules: `older: { "spec.flags[]": { default: true } }` },
      { "remove the rule": { rules: "older: {}" } },
    ),
  },
  {
    code: "conversion/element-rule",
    ...ofPair(
      {
        ...flags,
        rules: `older: {}, together: { flags: { older: { a: "spec.flags[]" }, newer: { b: "spec.flags[]" },
          as: { forward: () => ({ b: "" }), back: () => ({ a: true }) } } }`,
      },
      { '"spec.flags[]": { as: ': { rules: `older: { "spec.flags": { loses: "unmatched" }, ${ofFlags} }` } },
    ),
  },
  {
    code: "conversion/across-elements",
    ...ofPair(
      {
        older: "spec?: { flags?: boolean[] }",
        newer: "spec?: { switches?: boolean[] }",
        rules: `older: { "spec.flags[]": { to: "spec.switches[]" } }`,
      },
      { '"spec.flags": { to: "spec.switches" }': { rules: `older: { "spec.flags": { to: "spec.switches" } }` } },
    ),
  },
  {
    code: "conversion/unmatched-elements",
    ...ofPair(
      { ...modes, rules: `older: { ${ofModes} }` },
      {
        'declare the loss in `older`: `"spec.modes": { loses: "unmatched" }`': {
          rules: `older: { ${ofModes}, "spec.modes": { loses: "unmatched" } }`,
        },
      },
    ),
  },
  {
    code: "conversion/bounds-differ",
    ...ofPair(
      {
        older: modes.older,
        newer: `spec?: { /** @maxItems 2 */ modes?: ("A" | "B" | "C")[] }`,
        rules: `older: { ${ofModes}, "spec.modes": { loses: "unmatched" } }`,
      },
      {
        '"spec.modes": { loses: "unmatched", bounds: "differ" }': {
          rules: `older: { ${ofModes}, "spec.modes": { loses: "unmatched", bounds: "differ" } }`,
        },
      },
    ),
  },
  {
    code: "conversion/unmatched-elements",
    ...ofPair(
      {
        older: `spec?: { ${keyed} disks?: { name: string; on?: boolean }[] }`,
        newer: `spec?: { ${keyed} disks?: { name: string; off: boolean }[] }`,
        rules: `older: { ${whole} }`,
      },
      {
        "write rules for the fields of the elements": {
          newer: `spec?: { ${keyed} disks?: { name: string; off?: boolean }[] }`,
          rules: `older: { "spec.disks[].on": { to: "spec.disks[].off", as: "invert" } }`,
        },
        '"spec.disks": { loses: "unmatched" }': {
          rules: `older: { "spec.disks": { loses: "unmatched" }, ${whole} }`,
        },
      },
    ),
  },
  {
    code: "conversion/not-covered",
    ...ofPair(
      { ...nested, rules: "older: {}" },
      { '"spec.disks[*][].bus": "removed"': { rules: `older: { "spec.disks[*][].bus": "removed" }` } },
    ),
  },
  {
    code: "conversion/not-covered",
    ...ofPair(
      { ...lists, rules: "older: {}" },
      { '"spec.disks[][].bus": "removed"': { rules: `older: { "spec.disks[][].bus": "removed" }` } },
    ),
  },
  {
    code: "conversion/wrong-form",
    ...ofPair(
      {
        older: "spec?: { ports?: string[] }",
        newer: "spec?: { ports?: Int32[] }",
        rules: `older: { "spec.ports[]": { as: "digits", loses: "inexact" } }`,
      },
      {
        '"spec.ports[]": { as: { forward: (value: string): Int32 => ..., back: (value: Int32): string => ... }, loses: (value: string): boolean => ... }':
          {
            rules: `older: { "spec.ports": { loses: "unmatched" }, "spec.ports[]": { as: {
            forward: (value: string): Int32 => value.length as Int32,
            back: (value: Int32): string => "x".repeat(Math.min(Math.max(value, 0), 99)) },
            loses: (value: string) => /[^x]/.test(value) } }`,
          },
      },
    ),
  },
];

/** The errors that are about elements alone. */
export const elementHelps: Readonly<
  Record<"conversion/element-rule" | "conversion/lone-elements" | "conversion/nothing-unmatched", HelpCase>
> = {
  "conversion/nothing-unmatched": ofPair(
    {
      older: "spec?: { list?: { name: string; a?: string }[] }",
      newer: "spec?: { list?: { name: string; b?: string }[] }",
      rules: `older: { "spec.list": { loses: "unmatched" }, "spec.list[].a": { to: "spec.list[].b" } }`,
    },
    { "remove `loses": { rules: `older: { "spec.list[].a": { to: "spec.list[].b" } }` } },
  ),
  "conversion/element-rule": elementCase,
  "conversion/lone-elements": loneElementCase,
};
