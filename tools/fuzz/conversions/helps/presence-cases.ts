// The cases of errors about lists and maps that one version requires and the other does not.
import { elementsOfObjects, filledGroup, optionalIn } from "../pairs/presence-pairs.ts";
import { groupOf } from "../pairs/group-pairs.ts";
import { ofPair, type CodeCase } from "./help-case.ts";

const alike = (type: string): Record<"older" | "newer", string> => ({
  older: `spec?: { a?: ${type}; id?: string }`,
  newer: `spec?: { a?: ${type}; id?: string }`,
});

const ofRules = ["", `hub: "older", `].flatMap((hub) =>
  elementsOfObjects.flatMap((one): readonly CodeCase[] => [
    {
      code: "conversion/not-covered",
      ...ofPair(
        { ...optionalIn("older", one.type), rules: `${hub}older: {}` },
        {
          [`write \`"spec.a": { default: ${one.none} }\``]: {
            rules: `${hub}older: { "spec.a": { default: ${one.none} } }`,
          },
        },
      ),
    },
    {
      code: "conversion/not-covered",
      ...ofPair(
        { ...optionalIn("newer", one.type), rules: `${hub}older: {}` },
        {
          "require it in both versions or in none": alike(one.type),
          'or write functions, `together: { a: { older: { a: "spec.a" }, newer: { a: "spec.a" }': {
            rules: `${hub}older: {}, ${filledGroup(one, hub)}`,
          },
        },
      ),
    },
  ]),
);

const list = "{ n?: string }[]";

/** All of them. */
export const presenceCases: readonly CodeCase[] = [
  ...ofRules,
  {
    code: "conversion/wrong-form",
    ...ofPair(
      {
        older: "spec?: { a?: { x?: string }; z?: string }",
        newer: "spec?: { a?: boolean; z?: string }",
        rules: `hub: "older", older: { "spec.a": { as: "presence", default: false } }`,
      },
      { '`"spec.a": { as: "presence" }`': { rules: `hub: "older", older: { "spec.a": { as: "presence" } }` } },
    ),
  },
  {
    code: "conversion/not-covered",
    ...ofPair(
      {
        older: "spec?: { a?: { n?: string }[]; id?: string }",
        newer: "spec?: { a: { n?: string; m?: string }[]; id?: string }",
        rules: `older: { "spec.a": { loses: "unmatched" } }, newer: { "spec.a[].m": "added" }`,
      },
      {
        '`"spec.a": { loses: "unmatched", default: [] }`': {
          rules: `older: { "spec.a": { loses: "unmatched", default: [] } }, newer: { "spec.a[].m": "added" }`,
        },
      },
    ),
  },
  ...["", `hub: "older", `].map((hub): CodeCase => ({
    code: "conversion/not-covered",
    ...ofPair(
      {
        older: "spec?: { a?: Record<string, { x?: string }>; id?: string }",
        newer: "spec?: { a: Record<string, { c?: string }>; id?: string }",
        rules: `${hub}older: {}, ${groupOf("spec.a[*].x", "spec.a[*].c")}`,
      },
      {
        'write `"spec.a": { default: {} }` beside the rules below it': {
          rules: `${hub}older: { "spec.a": { default: {} } }, ${groupOf("spec.a[*].x", "spec.a[*].c")}`,
        },
      },
    ),
  })),
  ...["", `hub: "older", `].map((hub): CodeCase => ({
    code: "conversion/not-covered",
    ...ofPair(
      {
        older: "spec?: { a?: Record<string, { n?: string }>; id?: string }",
        newer: "spec?: { a: Record<string, { m?: string }>; id?: string }",
        rules: `${hub}older: { "spec.a[*].n": { to: "spec.a[*].m" } }`,
      },
      {
        'write `"spec.a": { default: {} }` beside the rules below it': {
          rules: `${hub}older: { "spec.a": { default: {} }, "spec.a[*].n": { to: "spec.a[*].m" } }`,
        },
      },
    ),
  })),
  ...["", `hub: "older", `].flatMap((hub) =>
    (["older", "newer"] as const).map((side): CodeCase => {
      const { older, newer } = optionalIn(side, list);
      const withDefault = (text: string): string => text.replace("a?:", "/** @default [] */ a?:");
      return {
        code: "conversion/not-covered",
        ...ofPair(
          { older: withDefault(older), newer: withDefault(newer), rules: `${hub}older: {}` },
          { '`"spec.a": { as: "unchanged" }`': { rules: `${hub}older: { "spec.a": { as: "unchanged" } }` } },
        ),
      };
    }),
  ),
  {
    code: "conversion/not-covered",
    ...ofPair(
      { ...optionalIn("older", list), rules: `strategy: "None", older: {}` },
      {
        "require it in both versions or in none": alike(list),
        'or remove `strategy: "None"` and write `"spec.a": { default: [] }`': {
          rules: `older: { "spec.a": { default: [] } }`,
        },
      },
    ),
  },
];
