// For each error and warning of the generator a source that has it, and that source fixed in each of the ways that its help names.
import { type HelpCase, type HelpCode, ofPair } from "./help-case.ts";
import { elementHelps } from "./element-cases.ts";
import { hookCases } from "./hook-cases.ts";
import { versionCases } from "./version-cases.ts";
import { warningCases } from "./warning-cases.ts";
import { noneDefault, noneKeeps } from "./none-cases.ts";
import { nullObject, nullOrAbsent } from "./null-cases.ts";
import { gainedDefault } from "./default-cases.ts";
import { lostDefault } from "./left-default-cases.ts";
import { objectOfBoth } from "./whole-cases.ts";
import { limitedFields, schemaOverride, unknownFields } from "./whole-object-cases.ts";

/** The tags of a list whose elements have a key. */
function keyedBy(field: string): string {
  return `@listType map\n@listMapKey ${field}\n`;
}

/** Functions that make a name of a host and a port, and the reverse. */
const joined = `{
  forward: ({ host, port }: { host?: string; port?: Int32 }) =>
    ({ endpoint: host === undefined && port === undefined ? undefined : JSON.stringify([host ?? null, port ?? null]) }),
  back: ({ endpoint }: { endpoint?: string }) => {
    try {
      const [host, port]: (string | number | null)[] = JSON.parse(endpoint ?? "[]");
      return { host: typeof host === "string" ? host : undefined, port: typeof port === "number" ? port : undefined };
    } catch {
      return {};
    }
  },
}`;
const hostAndPort = { older: "spec?: { host?: string; port?: Int32 }", newer: "spec?: { endpoint?: string }" };
const group = `{ older: { host: "spec.host", port: "spec.port" }, newer: { endpoint: "spec.endpoint" }, as: ${joined} }`;

/** Functions that write each element as a string, and read it. */
const listAsStrings = `{
  forward: (list: readonly { id?: string; a?: string }[]) => list.map((one) => JSON.stringify([one.id ?? null, one.a ?? null])),
  back: (strings: readonly string[]) => {
    try {
      return strings.map((text) => {
        const [id, a]: unknown[] = JSON.parse(text);
        return { ...(typeof id === "string" ? { id } : {}), ...(typeof a === "string" ? { a } : {}) };
      });
    } catch {
      return undefined;
    }
  },
}`;

/** All errors and warnings. */
export const helpCases: Readonly<Record<HelpCode, HelpCase>> = {
  ...versionCases,
  ...hookCases,
  ...warningCases,
  ...elementHelps,
  "conversion/lost-default": lostDefault,
  "conversion/limited-fields": limitedFields,
  "conversion/unknown-fields": unknownFields,
  "conversion/schema-override": schemaOverride,
  "conversion/no-such-field": ofPair(
    {
      older: "spec?: { timeout?: string }",
      newer: "spec?: { timeout?: string; tier?: string }",
      rules: `older: {}, newer: { "spec.tier": "added", "spec.tire": "added" }`,
    },
    {
      "remove the rule": { rules: `older: {}, newer: { "spec.tier": "added" }` },
      "correct the path": {
        newer: "spec?: { timeout?: string; tier?: string; tires?: string }",
        rules: `older: {}, newer: { "spec.tier": "added", "spec.tires": "added" }`,
      },
    },
  ),
  "conversion/not-covered": ofPair(
    { older: "spec?: { id?: string; host?: string }", newer: "spec?: { id?: string }", rules: "older: {}" },
    {
      "`to`": { newer: "spec?: { id?: string; name?: string }", rules: `older: { "spec.host": { to: "spec.name" } }` },
      "`as`": {
        newer: "spec?: { id?: string; host?: string[] }",
        rules: `older: { "spec.host": { as: "listOfOne" } }`,
      },
      '`"spec.host": "removed"`': { rules: `older: { "spec.host": "removed" }` },
      '`"spec.host": "keep"`': { rules: `older: { "spec.host": "keep" }` },
      "`together`": { ...hostAndPort, rules: `older: {}, together: { endpoint: ${group} }` },
    },
  ),
  "conversion/not-different": ofPair(
    {
      older: "spec?: { host?: string }",
      newer: "spec?: { host?: string }",
      rules: `older: { "spec.host": "removed" }`,
    },
    { "remove the rule": { rules: "older: {}" } },
  ),
  "conversion/needs-form": ofPair(
    {
      older: "spec?: { spot?: boolean }",
      newer: `spec?: { mode?: "Spot" | "Standard" }`,
      rules: `older: { "spec.spot": { to: "spec.mode" } }`,
    },
    {
      [`"spec.spot": { to: "spec.mode", as: { enum: { true: "Spot", false: "Standard" } } }`]: {
        rules: `older: { "spec.spot": { to: "spec.mode", as: { enum: { true: "Spot", false: "Standard" } } } }`,
      },
    },
  ),
  "conversion/wrong-form": ofPair(
    {
      older: "spec?: { timeout?: Duration }",
      newer: "spec?: { timeout?: { text: Duration } }",
      rules: `older: { "spec.timeout": { as: "seconds" } }`,
    },
    {
      [`forward: (value: Duration): NonNullable<NonNullable<Newer["spec"]>["timeout"]> =>`]: {
        rules: `older: { "spec.timeout": { as: {
          forward: (value: Duration): NonNullable<NonNullable<Newer["spec"]>["timeout"]> => ({ text: value }),
          back: (value: NonNullable<NonNullable<Newer["spec"]>["timeout"]>): Duration => value.text } } }`,
      },
      "type the older field `Duration` and the newer one `Int32`": { newer: "spec?: { timeout?: Int32 }" },
    },
  ),
  "conversion/bounds-differ": ofPair(
    {
      older: "spec?: { size?: Int32 }",
      newer: "spec?: { /** @minimum 4 */ size?: Int32 }",
      rules: "older: {}",
    },
    {
      "give both versions the same bounds": { older: "spec?: { /** @minimum 4 */ size?: Int32 }" },
      "declare it in `older`": { rules: `older: { "spec.size": { bounds: "differ" } }` },
    },
  ),
  "conversion/duplicate-target": ofPair(
    {
      older: "spec?: { a?: string; b?: string }",
      newer: "spec?: { c?: string }",
      rules: `older: { "spec.a": { to: "spec.c" }, "spec.b": { to: "spec.c" } }`,
    },
    {
      "remove one of them": {
        older: "spec?: { a?: string }",
        rules: `older: { "spec.a": { to: "spec.c" } }`,
      },
    },
  ),
  "conversion/target-taken": ofPair(
    {
      older: "spec?: { a?: string; b?: string }",
      newer: "spec?: { b?: string }",
      rules: `older: { "spec.a": { to: "spec.b" } }`,
    },
    {
      "`{ to: ... }` or": { rules: `older: { "spec.a": { to: "spec.b" }, "spec.b": "removed" }` },
      "choose another target": {
        newer: "spec?: { b?: string; c?: string }",
        rules: `older: { "spec.a": { to: "spec.c" } }`,
      },
    },
  ),
  "conversion/object-of-both": objectOfBoth,
  "conversion/path-reused": ofPair(
    {
      older: "spec?: { name?: string }",
      newer: "spec?: { name?: string; host?: string }",
      rules: `older: { "spec.name": { to: "spec.host" } }`,
    },
    {
      '`"spec.name": "added"` in `newer`': {
        rules: `older: { "spec.name": { to: "spec.host" } }, newer: { "spec.name": "added" }`,
      },
      "a field of the older version that moves there": {
        older: "spec?: { name?: string; title?: string }",
        rules: `older: { "spec.name": { to: "spec.host" }, "spec.title": { to: "spec.name" } }`,
      },
    },
  ),
  "conversion/across-elements": ofPair(
    {
      older: "spec?: { list?: { id?: string; a?: string }[] }",
      newer: "spec?: { list?: { id?: string }[]; b?: string }",
      rules: `older: { "spec.list[].a": { to: "spec.b" } }`,
    },
    {
      "keep the field inside its list or map": {
        newer: "spec?: { list?: { id?: string; b?: string }[] }",
        rules: `older: { "spec.list[].a": { to: "spec.list[].b" } }`,
      },
      "convert the whole list": {
        newer: "spec?: { strings?: string[] }",
        rules: `older: { "spec.list": { to: "spec.strings", as: ${listAsStrings} } }`,
      },
    },
  ),
  "conversion/needs-default": ofPair(
    {
      older: "spec: { size?: Int32 }",
      newer: "spec: { size: Int32 }",
      rules: `older: { "spec.size": { bounds: "differ" } }`,
    },
    {
      "set a default with `default`": { rules: `older: { "spec.size": { default: 3 } }` },
      "make it optional": { newer: "spec: { size?: Int32 }", rules: "older: {}" },
    },
  ),
  "conversion/default-not-declared": ofPair(
    {
      older: "spec?: { id?: string }",
      newer: `spec?: { id?: string; /** @default "a" */ tier?: string }`,
      rules: `older: {}, newer: { "spec.tier": "added" }`,
    },
    {
      "in place of its word": { rules: `older: {}, newer: { "spec.tier": { default: "a" } }` },
      "declare it": {
        older: "spec?: { id?: string; tier?: string }",
        rules: `older: { "spec.tier": { default: "a" } }`,
      },
    },
  ),
  "conversion/gained-default": gainedDefault,
  "conversion/null-or-absent": nullOrAbsent,
  "conversion/null-object": nullObject,
  "conversion/wrong-default": ofPair(
    {
      older: "spec: { id?: string }",
      newer: "spec: { id?: string; /** @minimum 4 */ size: Int32 }",
      rules: `older: {}, newer: { "spec.size": { default: 1 } }`,
    },
    {
      "give a value of the field's type, within its bounds": {
        rules: `older: {}, newer: { "spec.size": { default: 4 } }`,
      },
    },
  ),
  "conversion/wrong-example": ofPair(
    {
      older: "spec?: { /** @maxLength 5 */ id?: string }",
      newer: "spec?: { name?: string }",
      rules: `older: { "spec.id": { to: "spec.name", bounds: "differ", examples: ["legacy"] } }`,
    },
    {
      "give a value of the field's type, within its bounds": {
        rules: `older: { "spec.id": { to: "spec.name", bounds: "differ", examples: ["old"] } }`,
      },
      "or remove it": {
        rules: `older: { "spec.id": { to: "spec.name", bounds: "differ" } }`,
      },
    },
  ),
  "conversion/default-key": ofPair(
    {
      older: "spec?: { disks?: { name?: string }[] }",
      newer: `spec?: { /** ${keyedBy("id")} */ disks?: { name?: string; id: string }[] }`,
      rules: `older: { "spec.disks": { bounds: "differ" } }, newer: { "spec.disks[].id": { default: "a" } }`,
    },
    {
      "convert the list with functions that give each element a key of its own": {
        rules: `older: { "spec.disks": { as: {
          forward: (disks: readonly { name?: string }[]) => disks.map((disk, i) => ({ ...disk, id: String(i) })),
          back: (disks: readonly { name?: string; id: string }[]) => disks.map(({ id: _, ...disk }) => disk) } } }`,
      },
      "move a field of the element to it with `to`": {
        older: `spec?: { /** ${keyedBy("name")} */ disks?: { name: string }[] }`,
        newer: `spec?: { /** ${keyedBy("id")} */ disks?: { id: string }[] }`,
        rules: `older: { "spec.disks": { bounds: "differ" }, "spec.disks[].name": { to: "spec.disks[].id" } }`,
      },
    },
  ),
  "conversion/required-lost": ofPair(
    {
      older: "spec: { id?: string; host: string }",
      newer: "spec: { id?: string }",
      rules: `older: { "spec.host": "removed" }`,
    },
    {
      "move it to a required field with `to`": {
        newer: "spec: { id?: string; name: string }",
        rules: `older: { "spec.host": { to: "spec.name" } }`,
      },
      "convert an absent value with `dropEmpty`": {
        newer: "spec: { id?: string; host?: string }",
        rules: `older: { "spec.host": { as: "dropEmpty" } }`,
      },
      "`boolPresence`": {
        older: "spec: { id?: string; host: boolean }",
        newer: "spec: { id?: string; host?: boolean }",
        rules: `older: { "spec.host": { as: "boolPresence" } }`,
      },
      "`{ keep: true, default: ... }`": { rules: `older: { "spec.host": { keep: true, default: "example.com" } }` },
      "make it optional in the older version": { older: "spec: { id?: string; host?: string }" },
    },
  ),
  "conversion/bad-rule": ofPair(
    {
      older: "spec?: { host?: string }",
      newer: "spec?: { name?: string }",
      rules: `older: { "spec.host": "moved" as unknown as "removed" }, newer: { "spec.name": "added" }`,
    },
    {
      "`removed`": { rules: `older: { "spec.host": "removed" }, newer: { "spec.name": "added" }` },
      "`keep`": { rules: `older: { "spec.host": "keep" }, newer: { "spec.name": "added" }` },
      "`{ keep: true, default: ... }`": {
        older: "spec: { id?: string; host: string }",
        newer: "spec: { id?: string; name?: string }",
        rules: `older: { "spec.host": { keep: true, default: "" } }, newer: { "spec.name": "added" }`,
      },
      "`{ to: ... }`": { rules: `older: { "spec.host": { to: "spec.name" } }` },
      "`{ as: ... }` or both": {
        newer: "spec?: { name?: string[] }",
        rules: `older: { "spec.host": { to: "spec.name", as: "listOfOne" } }`,
      },
      "`added`": {
        older: "spec?: { id?: string }",
        newer: "spec?: { id?: string; name?: string }",
        rules: `older: {}, newer: { "spec.name": "added" }`,
      },
      "`keep` or": {
        older: "spec?: { id?: string }",
        newer: "spec?: { id?: string; name?: string }",
        rules: `hub: "older", older: {}, newer: { "spec.name": "keep" }`,
      },
      "`{ default: ... }` for newer ones": {
        older: "spec: { id?: string }",
        newer: "spec: { id?: string; name: string }",
        rules: `older: {}, newer: { "spec.name": { default: "example.com" } }`,
      },
    },
  ),
  "conversion/none-converts": ofPair(
    {
      older: "spec?: { host?: string }",
      newer: "spec?: { name?: string }",
      rules: `strategy: "None", older: { "spec.host": { to: "spec.name" } }`,
    },
    {
      'remove `strategy: "None"`': { rules: `older: { "spec.host": { to: "spec.name" } }` },
      "let both versions have the field alike": {
        newer: "spec?: { host?: string }",
        rules: `strategy: "None", older: {}`,
      },
      '"removed" and "added" are for fields that are dropped': {
        rules: `strategy: "None", older: { "spec.host": "removed" }, newer: { "spec.name": "added" }`,
      },
    },
  ),
  "conversion/none-keeps": noneKeeps,
  "conversion/none-default": noneDefault,
  "conversion/bad-group": ofPair(
    {
      ...hostAndPort,
      rules: `older: { "spec.host": "removed", "spec.port": "removed" }, newer: { "spec.endpoint": "added" },
        together: { none: { older: {}, newer: {}, as: { forward: () => ({}), back: () => ({}) } } }`,
    },
    { "write `{ older: { a:": { rules: `older: {}, together: { endpoint: ${group} }` } },
  ),
  "conversion/kept-anyway": ofPair(
    {
      older: "spec?: { id?: string }",
      newer: "spec?: { id?: string; tier?: string }",
      rules: `older: {}, newer: { "spec.tier": "keep" }`,
    },
    { write: { rules: `older: {}, newer: { "spec.tier": "added" }` } },
  ),
  "conversion/keep-needs-keys": ofPair(
    {
      older: "spec?: { list?: { name: string; a?: string }[] }",
      newer: "spec?: { list?: { name: string }[] }",
      rules: `older: { "spec.list[].a": "keep" }`,
    },
    {
      "declare keys of the list": {
        older: `spec?: { /** ${keyedBy("name")} */ list?: { name: string; a?: string }[] }`,
        newer: `spec?: { /** ${keyedBy("name")} */ list?: { name: string }[] }`,
      },
      'write `"spec.list[].a": "removed"`': { rules: `older: { "spec.list[].a": "removed" }` },
    },
  ),
  "conversion/unmatched-elements": ofPair(
    {
      older: "spec?: { list?: { name: string }[] }",
      newer: "spec?: { list?: { name: string; a?: string }[] }",
      rules: `older: {}, newer: { "spec.list[].a": "added" }`,
    },
    {
      "declare keys of the list": {
        older: `spec?: { /** ${keyedBy("name")} */ list?: { name: string }[] }`,
        newer: `spec?: { /** ${keyedBy("name")} */ list?: { name: string; a?: string }[] }`,
      },
      "declare the loss": {
        rules: `older: { "spec.list": { loses: "unmatched" } }, newer: { "spec.list[].a": "added" }`,
      },
    },
  ),
  "conversion/converted-twice": ofPair(
    {
      ...hostAndPort,
      rules: `older: { "spec.host": "removed" }, together: { endpoint: ${group} }`,
    },
    { "name it in one rule": { rules: `older: {}, together: { endpoint: ${group} }` } },
  ),
};
