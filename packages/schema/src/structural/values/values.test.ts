// Values and what an API server does with them (testdata/values, made by its own library, apiextensions-apiserver v0.36.3). Where the
// library gives an error no field, the rows have the field that its message names.
import { readFileSync } from "node:fs";
import type { JSONSchema } from "@capstan/kube/builtin";
import { describe, expect, test } from "vitest";
import { compileSchema, type ValidateOptions } from "./compile-schema.ts";

interface Row {
  readonly name: string;
  readonly schema: JSONSchema;
  readonly given: unknown;
}

function rowsOf<T>(file: string): (Row & T)[] {
  return JSON.parse(readFileSync(new URL(`../../../testdata/values/${file}.json`, import.meta.url), "utf8")) as (Row &
    T)[];
}

/** Reason, field and message of each error, sorted: Go visits maps in any order. */
function errors(schema: JSONSchema, given: unknown, options: ValidateOptions = {}): string[] {
  return compileSchema(schema)
    .validate(given, options)
    .map(({ reason, field, message }) => `${reason} ${field}: ${message}`)
    .toSorted();
}

describe("validate", () => {
  test.each(rowsOf<{ want: string[] }>("validate"))("$name: $given", ({ schema, given, want }) => {
    expect(errors({ type: "object", properties: { f: schema } }, { f: given })).toEqual(want);
  });
});

describe("validate an update of", () => {
  test.each(rowsOf<{ old: unknown; want: string[] }>("update"))("$name", ({ schema, given, old, want }) => {
    expect(errors(schema, given, { old })).toEqual(want);
  });
});

describe("prune", () => {
  test.each(rowsOf<{ want: unknown; removed: string[] }>("prune"))("$name", ({ schema, given, want, removed }) => {
    expect(compileSchema(schema).prune(given)).toEqual(removed);
    expect(given).toEqual(want);
  });
});

describe("applyDefaults to", () => {
  test.each(rowsOf<{ want: unknown }>("default"))("$name", ({ schema, given, want }) => {
    compileSchema(schema).applyDefaults(given);
    expect(given).toEqual(want);
  });
});
