// Objects that rules for single fields do not fit, and what the help says to do.
import { type HelpCase, ofPair } from "./help-case.ts";

const limited = (tags: string, fields: string): string => `spec?: {\n${tags}x?: { ${fields} } }`;
const two = "/** @maxProperties 2 */\n";

/** A field that comes back into an object of two fields. */
export const limitedFields: HelpCase = ofPair(
  {
    older: limited(two, "a?: string; b?: string"),
    newer: limited(two, "a?: string; b?: string; c?: string"),
    rules: `newer: { "spec.x.c": "added" }`,
  },
  {
    "let spec.x have all of its fields": {
      older: limited("", "a?: string; b?: string"),
      newer: limited("", "a?: string; b?: string; c?: string"),
      rules: `newer: { "spec.x.c": "added" }`,
    },
    "convert it as a whole by functions": {
      rules: `older: { "spec.x": { as: { forward: (value: { a?: string; b?: string }) => value, back: ({ a, b }: { a?: string; b?: string }) => ({ ...(a === undefined ? {} : { a }), ...(b === undefined ? {} : { b }) }) } } }`,
    },
  },
);

const nullable = (tags: string, type: string): string => `spec?: {\n${tags}x?: ${type} }`;

/** A field that may be null by its schema alone. */
export const schemaOverride: HelpCase = ofPair(
  { older: nullable('/** @schema {"nullable":true} */\n', "string"), newer: nullable("", "string | null"), rules: "" },
  { "write `| null` in its type": { older: nullable("", "string | null") } },
);

const open = "/** @preserveUnknownFields */\n";

/** An object whose unknown fields only one version keeps. */
export const unknownFields: HelpCase = ofPair(
  { older: limited("", "a?: string"), newer: limited(open, "a?: string"), rules: "" },
  {
    "give both versions the same tags and fields": { older: limited(open, "a?: string") },
    "convert it as a whole by functions": {
      rules: `older: { "spec.x": { as: { forward: (value: { a?: string }) => value, back: ({ a }: { a?: string }) => (a === undefined ? {} : { a }) } } }`,
    },
  },
);
