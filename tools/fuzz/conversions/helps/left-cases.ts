// The cases of errors about required fields that leave their object for another one.
import { ofPair, type CodeCase } from "./help-case.ts";

interface Moved {
  readonly type: string;
  /** What the newer field is. */
  readonly newer: string;
  /** What the help says to write. */
  readonly rule: string;
}

/** A required field that moves from the spec to the status, from no rules to the rule that the help names. */
function toStatus({ type, newer, rule }: Moved): CodeCase[] {
  return ["", `hub: "older", `].flatMap((hub) => {
    const pair = {
      older: `spec?: { b: ${type} }; status?: { z?: string }`,
      newer: `spec?: { c?: string }; status?: { z?: string; ${newer}: ${type} }`,
    };
    const rules = (text: string): string => `${hub}older: { ${text} }, newer: { "spec.c": "added" }`;
    const declaration = `"spec.b": { to: "status.b", ${rule} }`;
    const ways = { [`write \`${declaration}\``]: { rules: rules(declaration) } };
    const unruled: CodeCase = { code: "conversion/not-covered", ...ofPair({ ...pair, rules: rules("") }, ways) };
    const moved = rules(`"spec.b": { to: "status.b" }`);
    return newer === "b"
      ? [unruled]
      : [unruled, { code: "conversion/required-lost", ...ofPair({ ...pair, rules: moved }, ways) }];
  });
}

/** All of them. */
export const leftCases: readonly CodeCase[] = [
  {
    code: "conversion/bounds-differ",
    ...ofPair(
      {
        older: "spec: { a: string }; status?: { id: string; b?: string }",
        newer: "spec: { a: string; b?: string }; status?: { id: string }",
        rules: `older: { "status.b": { to: "spec.b" } }`,
      },
      {
        "make it optional": {
          older: "spec: { a: string }; status?: { id?: string; b?: string }",
          newer: "spec: { a: string; b?: string }; status?: { id?: string }",
        },
        '`"status.id": { bounds: "differ" }`': {
          rules: `older: { "status.b": { to: "spec.b" }, "status.id": { bounds: "differ" } }`,
        },
      },
    ),
  },
  {
    code: "conversion/gained-default",
    ...ofPair(
      {
        older: `spec?: { /** @default "d" */ a?: string }; status?: { b?: string; z?: string }`,
        newer: `spec?: { /** @default "d" */ a?: string; b?: string }; status?: { z?: string }`,
        rules: `older: { "status.b": { to: "spec.b" } }`,
      },
      {
        "declare `@default {}` for spec in both versions": {
          older: `/** @default {} */ spec?: { /** @default "d" */ a?: string }; status?: { b?: string; z?: string }`,
          newer: `/** @default {} */ spec?: { /** @default "d" */ a?: string; b?: string }; status?: { z?: string }`,
        },
        "remove `@default` from spec.a in both versions": {
          older: "spec?: { a?: string }; status?: { b?: string; z?: string }",
          newer: "spec?: { a?: string; b?: string }; status?: { z?: string }",
        },
      },
    ),
  },
  ...toStatus({ type: "string", newer: "b?", rule: `as: "dropEmpty"` }),
  ...toStatus({ type: "boolean", newer: "b?", rule: `as: "boolPresence"` }),
  ...toStatus({ type: `"x" | "y"`, newer: "b?", rule: `bounds: "differ"` }),
  ...toStatus({ type: "Duration", newer: "b?", rule: `bounds: "differ"` }),
  ...toStatus({ type: "string", newer: "b", rule: `bounds: "differ"` }),
  {
    code: "conversion/required-lost",
    ...ofPair(
      {
        older: "spec: { o?: { p: { q: { m: string; c?: string } } } }",
        newer: "spec: { m?: string; o?: { p: { q: { c?: string } } } }",
        rules: `older: { "spec.o.p.q.m": { to: "spec.m" }, "spec.o.p": { bounds: "differ" }, "spec.o.p.q": { bounds: "differ" } }`,
      },
      {
        '`"spec.o.p.q.m": { to: "spec.m", as: "dropEmpty" }`': {
          rules: `older: { "spec.o.p.q.m": { to: "spec.m", as: "dropEmpty" }, "spec.o.p": { bounds: "differ" }, "spec.o.p.q": { bounds: "differ" } }`,
        },
      },
    ),
  },
  {
    code: "conversion/required-lost",
    ...ofPair(
      {
        older: "spec: { id: string; size: Int32 }",
        newer: "spec: { id: string; disk?: { size?: string } }",
        rules:
          `older: { "spec.size": { to: "spec.disk.size", as: ` +
          `{ forward: (value: Int32) => String(value), back: (value: string) => Number(value) || 0 } } }`,
      },
      {
        "back: (value: { disk?: NonNullable<Newer[": {
          rules:
            `older: {}, together: { size: { older: { size: "spec.size" }, newer: { disk: "spec.disk" }, as: { ` +
            `forward: (value: { size?: Int32 }) => ({ disk: { size: String(value.size ?? 0) } }), ` +
            `back: (value: { disk?: NonNullable<Newer["spec"]["disk"]> }) => ({ size: Number(value.disk?.size ?? 0) | 0 }) } } }`,
        },
      },
    ),
  },
  {
    code: "conversion/wrong-form",
    ...ofPair(
      {
        older: "spec?: { x?: { b: string } }",
        newer: "spec?: { y?: { b?: string } }",
        rules: `older: { "spec.x.b": { to: "spec.y.b", as: "dropEmpty" } }`,
      },
      { 'write `"spec.x.b": { to: "spec.y.b" }`': { rules: `older: { "spec.x.b": { to: "spec.y.b" } }` } },
    ),
  },
];
