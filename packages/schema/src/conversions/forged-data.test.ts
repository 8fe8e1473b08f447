// Unknown fields: an object that known fields leave stays for an unknown one, and nothing else may change.
import { expect, it } from "vitest";
import type { CheckedConversion, JsonFields } from "./checked-conversion.ts";
import { conversionChecks } from "./conversion-checks.ts";

const string = { type: "string" } as const;

/** Moves `phase` from the spec to the status, and removes the spec with its last field. */
function moved(more: (spec: object | undefined) => object): CheckedConversion {
  const properties = (fields: object): JsonFields => ({ type: "object", properties: fields });
  const schema = (spec: object, status: object): object =>
    properties({ metadata: { type: "object" }, spec: properties(spec), status: properties(status) });
  return {
    hub: { apiVersion: "g.io/v2", schema: schema({ size: string }, { phase: string }) },
    spoke: { apiVersion: "g.io/v1", schema: schema({ phase: string, size: string }, {}) },
    convert: (object: object) => {
      // The check's objects have these parts.
      const { spec, status } = object as Record<string, Record<string, unknown> | undefined>;
      const rest = { kind: "Foo", metadata: { name: "a" } };
      if (status !== undefined) return { ...rest, apiVersion: "g.io/v1", spec: { ...spec, ...status } };
      const { phase, ...left } = spec ?? {};
      const stays = phase === undefined ? spec : Object.keys(left).length === 0 ? undefined : left;
      const own = phase === undefined ? {} : { status: { phase } };
      return { ...rest, apiVersion: "g.io/v2", ...(stays && { spec: stays }), ...own, ...more(spec) };
    },
  };
}

function verdict(conversion: CheckedConversion): string | undefined {
  const check = conversionChecks(conversion).find(({ name }) => name.startsWith("unknown fields"));
  const object = (version: string, fields: object): object => ({
    apiVersion: `g.io/${version}`,
    kind: "Foo",
    metadata: { name: "a" },
    ...fields,
  });
  const spoke = object("v1", { spec: { phase: "a" } });
  try {
    check?.check({ hub: object("v2", { status: { phase: "a" } }), spoke, other: spoke });
    return undefined;
  } catch (error) {
    return String(error);
  }
}

it("a spec that stays for an unknown field alone is no harm", () => {
  expect(verdict(moved(() => ({})))).toBeUndefined();
});

it("a value that an unknown field makes is", () => {
  const conversion = moved((spec) => (spec !== undefined && "capstanUnknown" in spec ? { spec: { size: "x" } } : {}));
  expect(verdict(conversion)).toContain("with unknown fields");
});
