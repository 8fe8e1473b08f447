// Values that each format accepts and rejects, as kube-openapi's strfmt says (testdata/formats.tsv).
import { readFileSync } from "node:fs";
import { compileSchema } from "./compile-schema.ts";
import { expect, test } from "vitest";
import { enforcedFormat, formats } from "./formats.ts";

const rows = readFileSync(new URL("../../../testdata/formats.tsv", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => line.split("\t") as [format: string, value: string, accepted: string]);

test.each([...formats.keys()])("format %s", (name) => {
  const wanted = rows.filter(([format]) => format === name);
  expect(wanted.map(([, value]) => [name, value, String(formats.get(name)?.(value))])).toEqual(wanted);
});

test("every format has values that it accepts and rejects, except for passwords", () => {
  const shown = new Set(rows.map(([format, , accepted]) => `${format} ${accepted}`));
  const wanted = [...formats.keys()].flatMap((format) => [`${format} true`, `${format} false`]);
  expect(wanted.filter((one) => !shown.has(one))).toEqual(["password false"]);
});

test("a format is enforced for its own type only", () => {
  const types = [undefined, "", "string", "integer", "number", "boolean", "object", "array"];
  const enforcedFor = (format: string): unknown[] =>
    types.filter((type) => enforcedFormat({ format, ...(type === undefined ? {} : { type }) }) === format);
  expect(["int32", "int64", "float", "double", "date", "k8s-short-name"].map(enforcedFor)).toEqual([
    ["integer"],
    ["integer"],
    ["number"],
    ["number"],
    [undefined, "", "string"],
    [undefined, "", "string"],
  ]);
  expect(["x", "constructor"].flatMap(enforcedFor)).toEqual([]);
  expect(enforcedFormat({ type: "string" })).toBe("");
});

const runs = ["a", "1", ".", "-", ":", "%", " ", "\t", '"', "(", "\\", "a ", "1.", "a.", "a@b,", "é", "=?", "0", "f:"];

test.each([...formats.keys()])("format %s takes linear time", (name) => {
  const used: string[] = [];
  for (const run of runs) {
    for (const end of ["", "!", " <a@b> (x)"]) {
      const value = run.repeat(100_000 / run.length) + end;
      const before = process.threadCpuUsage().user;
      formats.get(name)?.(value);
      const ms = (process.threadCpuUsage().user - before) / 1000;
      if (ms > 100) used.push(`${run} ${end}: ${ms} ms`);
    }
  }
  expect(used).toEqual([]);
});

test.each(["hostname", "isbn", "isbn10", "isbn13", "creditcard"])("a long string is no %s soon", (name) => {
  for (const run of ["a.", "1.", "0", "a"]) {
    const before = process.threadCpuUsage().user;
    expect(formats.get(name)?.(run.repeat(1_400_000 / run.length))).toBe(false);
    // What has no more than a few characters needs no sum of all, and no list of them.
    expect(process.threadCpuUsage().user - before).toBeLessThan(60_000);
  }
});

test("lengths count characters, and of long strings no more than needed", () => {
  const errors = (schema: object, value: string): number =>
    compileSchema({ type: "string", ...schema }).validate(value).length;
  for (const character of ["a", "é", "😀", "\ud83d"]) {
    for (const limit of [0, 1, 2, 3]) {
      for (let count = 0; count < 8; count += 1) {
        const value = character.repeat(count);
        expect(errors({ maxLength: limit }, value)).toBe(count > limit ? 1 : 0);
        expect(errors({ minLength: limit }, value)).toBe(count < limit ? 1 : 0);
      }
    }
  }
  const long = "x".repeat(10_000_000);
  const before = process.threadCpuUsage().user;
  expect([errors({ maxLength: 100 }, long), errors({ minLength: 1 }, long)]).toEqual([1, 0]);
  expect(process.threadCpuUsage().user - before).toBeLessThan(50_000);
});

test("base64 may have megabytes", () => {
  const value = "A".repeat(10_000_000);
  const byte = compileSchema({ type: "string", format: "byte" });
  expect([value, `${value.slice(3)}==`, value.slice(2)].map((each) => byte.validate(each).length)).toEqual([0, 1, 1]);
  expect(["QQ==", "QUE=", "QUFB", "", "====", "Q===", "QQ=Q", "QQ"].map((each) => byte.validate(each).length)).toEqual([
    0, 0, 0, 1, 1, 1, 1, 1,
  ]);
});
