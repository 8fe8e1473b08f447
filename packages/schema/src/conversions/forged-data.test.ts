// Unknown fields: an object that known fields leave stays for an unknown one, and nothing else may change.
import { expect, it } from "vitest";
import { conversionDataAnnotation, type CheckedConversion, type JsonFields } from "./checked-conversion.ts";
import { conversionChecks } from "./conversion-checks.ts";

const string = { type: "string" } as const;

/** The schema of a kind whose spec has this one. */
function schemaOf(spec: object): object {
  return { type: "object", properties: { metadata: { type: "object" }, spec } };
}

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

function verdict(conversion: CheckedConversion, fields: object = { spec: { phase: "a" } }): string | undefined {
  const check = conversionChecks(conversion).find(({ name }) => name.startsWith("unknown fields"));
  const object = (version: string, fields: object): object => ({
    apiVersion: `g.io/${version}`,
    kind: "Foo",
    metadata: { name: "a" },
    ...fields,
  });
  const spoke = object("v1", fields);
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

it("a spec that stays for an unknown field has the defaults of an empty one, and no more", () => {
  const stays = (size: string) =>
    moved((spec) => {
      if (spec === undefined || ("phase" in spec && !("capstanUnknown" in spec))) return {};
      return { spec: { size: Object.keys(spec).length === 0 ? "x" : size } };
    });
  expect(verdict(stays("x"))).toBeUndefined();
  expect(verdict(stays("y"))).toContain("with unknown fields");
});

/** Keeps the id, which v1 requires; its conversions remove a spec that v2 rejects, as it is empty. */
const keepsId: CheckedConversion = {
  hub: { apiVersion: "g.io/v2", schema: schemaOf({ type: "object", minProperties: 1 }) },
  spoke: { apiVersion: "g.io/v1", schema: schemaOf({ type: "object", properties: { id: string }, required: ["id"] }) },
  convert: (object: object, to: string) => {
    // The check's objects have these parts.
    const { spec, metadata } = object as Record<string, Record<string, unknown> | undefined>;
    const { [conversionDataAnnotation]: kept } = (metadata?.["annotations"] ?? {}) as Record<string, string | null>;
    const rest = { apiVersion: to, kind: "Foo", metadata: { name: "a" } };
    if (to === "g.io/v1") return { ...rest, ...((spec ?? kept !== undefined) && { spec: { id: kept ?? "" } }) };
    const { id = null, ...left } = spec ?? {};
    const isLeft = Object.keys(left).length > 0;
    // What comes back by itself, the empty id of a spec that is there, is not kept.
    const isKept = isLeft ? id !== "" : id !== null;
    const data = isKept ? { annotations: { [conversionDataAnnotation]: id } } : {};
    return { ...rest, metadata: { name: "a", ...data }, ...(isLeft && { spec: left }) };
  },
};

it("a spec that its version rejects without fields is none for unknown ones", () => {
  expect(verdict(keepsId, {})).toBeUndefined();
});

it("what is kept may depend on a spec that stays for an unknown field, if the other version reads the same", () => {
  expect(verdict(keepsId, { spec: { id: "" } })).toBeUndefined();
});
