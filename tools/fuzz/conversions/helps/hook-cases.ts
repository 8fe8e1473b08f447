// The cases of errors and warnings about requests and responses of hooks with several versions.
import { imports } from "../pairs/pair-source.ts";
import type { HelpCase } from "./help-case.ts";

type BodyCode = "conversion/no-hook-conversion" | "conversion/body-keeps" | "conversion/body-metadata";

/** A hook in one version, with these fields in its request. */
function hook(version: "v1" | "v2", fields: string): string {
  const name = `Foo${version.toUpperCase()}`;
  return `
export interface ${name}Request { apiVersion?: string; kind?: string; ${fields} }
export const ${name}: Hook<${name}Request, FooResponse> = defineHook({
  apiVersion: "g.io/${version}", name: "Foo", summary: "s", description: "d",
});
`;
}

const start = `${imports.replace("{ defineResource }", "{ defineHook, defineResource, type Hook }")}
export interface FooResponse { status: "Success" | "Failure"; message?: string }
`;

function converted(rules: string): string {
  return `export const foo: Conversion<FooV1Request, FooV2Request> = defineConversion({ ${rules} });\n`;
}

const same = `${start}${hook("v1", "a: string;")}${hook("v2", "a: string;")}`;

/** All of them. */
export const hookCases: Readonly<Record<BodyCode, HelpCase>> = {
  "conversion/no-hook-conversion": {
    rejected: same,
    ways: { "declare one with `defineConversion`": `${same}${converted("")}` },
  },
  "conversion/body-keeps": {
    rejected: `${start}${hook("v1", "a: string; b?: string;")}${hook("v2", "a: string;")}${converted('older: { b: "keep" }')}`,
    ways: {
      'write "removed"': `${start}${hook("v1", "a: string; b?: string;")}${hook("v2", "a: string;")}${converted('older: { b: "removed" }')}`,
      'or "added"': `${start}${hook("v1", "a: string;")}${hook("v2", "a: string; b?: string;")}${converted('newer: { b: "added" }')}`,
      "move a field that the older version requires with `to`": `${start}${hook("v1", "a: string; b: string;")}${hook("v2", "a: string; c: string;")}${converted('older: { b: { to: "c" } }')}`,
      "or a default": `${start}${hook("v1", "a: string;")}${hook("v2", "a: string; b: string;")}${converted('newer: { b: { default: "x" } }')}`,
    },
  },
  "conversion/body-metadata": {
    rejected: `${start}${hook("v1", "a: string; metadata?: { b?: string };")}${hook("v2", "a: string;")}${converted("")}`,
    ways: {
      "give the field another name in a new version": `${same}${converted("")}`,
    },
  },
};
