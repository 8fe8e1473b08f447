// Values that each string format accepts and rejects.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { enforcedFormat, formats } from "./formats.ts";

const cases: Readonly<Record<string, { readonly good: readonly string[]; readonly bad: readonly string[] }>> = {
  bsonobjectid: { good: ["507f1f77bcf86cd799439011"], bad: ["507f1f77bcf86cd79943901", "507f1f77bcf86cd79943901g"] },
  byte: { good: ["", "aGVsbG8=", "aGVsbA==", "aGVs"], bad: ["a", "aGVsbG8", "a===", "aGV-"] },
  cidr: {
    good: ["10.0.0.0/8", "0.0.0.0/0", "10.0.0.0/32", "fd00::/8", "::/128"],
    bad: ["10.0.0.0", "10.0.0.0/33", "10.0.0.0/08", "fd00::/129", "10.0.0.0/8/8", "x/8"],
  },
  creditcard: { good: ["4111 1111 1111 1111", "378282246310005"], bad: ["4111111111111112", "4111", ""] },
  date: { good: ["2024-02-29"], bad: ["2023-02-29", "2024-2-29", "2024-13-01", "x2024-02-29"] },
  "date-time": {
    good: ["2024-02-29T23:59:59Z", "2024-01-01t00:00:00.5z", "2024-01-01 00:00:00+01:00"],
    bad: ["2024-02-30T00:00:00Z", "2024-01-01T24:00:00Z", "2024-01-01T00:60:00Z", "2024-01-01T00:00:00", "2024-01-01"],
  },
  duration: { good: ["1h30m", "-1.5h", "0", "10 ms", ".5s", "2 weeks"], bad: ["", "1", "h", "1h 30m"] },
  email: { good: ["a@example.com"], bad: ["a", "a@", "@b", "a b@c", "a@b@c"] },
  hexcolor: { good: ["#fff", "FFFFFF"], bad: ["#ff", "#ggg", "#fffff"] },
  hostname: { good: ["a", "A.example.com", "a.b."], bad: ["", "-a", "a-", "a..b", "a".repeat(64)] },
  ipv4: { good: ["0.0.0.0", "255.255.255.255"], bad: ["256.0.0.1", "1.2.3", "01.2.3.4", "1.2.3.4.5"] },
  ipv6: { good: ["::1", "fd00::1:2", "::ffff:1.2.3.4"], bad: ["1.2.3.4", "fd00::g", ":::", "[::1]", "1:2"] },
  isbn: { good: ["0-306-40615-2", "978-0-306-40615-7"], bad: ["0306406153", "9780306406158"] },
  isbn10: { good: ["080442957X"], bad: ["9780306406157", "08044295X7"] },
  isbn13: { good: ["9780306406157"], bad: ["0306406152"] },
  "k8s-long-name": { good: ["a.b-c"], bad: ["A", "a.", "-a", ""] },
  "k8s-short-name": { good: ["a-1"], bad: ["a.b", "A", "a-", "a".repeat(64)] },
  mac: {
    good: ["01:23:45:67:89:ab", "01-23-45-67-89-AB", "0123.4567.89ab"],
    bad: ["01:23:45:67:89", "01:23-45:67:89:ab"],
  },
  password: { good: ["", "anything"], bad: [] },
  rgbcolor: { good: ["rgb(0,128,255)", "rgb( 1 , 2 , 3 )"], bad: ["rgb(0,0,256)", "rgb(0,0)", "0,0,0"] },
  ssn: { good: ["123-45-6789", "123456789"], bad: ["12-345-6789", "1234"] },
  uri: { good: ["https://example.com/a", "/a/b", "urn:x"], bad: ["", "example.com", "http://a b", "1x:y"] },
  uuid: { good: ["6ba7b810-9dad-11d1-80b4-00c04fd430c8", "6BA7B8109DAD11D180B400C04FD430C8"], bad: ["6ba7b810", "x"] },
  uuid3: { good: ["6ba7b810-9dad-31d1-80b4-00c04fd430c8"], bad: ["6ba7b810-9dad-41d1-80b4-00c04fd430c8"] },
  uuid4: { good: ["6ba7b810-9dad-41d1-80b4-00c04fd430c8"], bad: ["6ba7b810-9dad-51d1-80b4-00c04fd430c8"] },
  uuid5: { good: ["6ba7b810-9dad-51d1-80b4-00c04fd430c8"], bad: ["6ba7b810-9dad-31d1-80b4-00c04fd430c8"] },
};

for (const [format, { good, bad }] of Object.entries(cases)) {
  test(`format ${format}`, () => {
    const accepted = (value: string): boolean | undefined => formats.get(format)?.(value);
    expect(good.filter((value) => accepted(value) !== true)).toEqual([]);
    expect(bad.filter((value) => accepted(value) !== false)).toEqual([]);
  });
}

test("every format has cases", () => {
  const names = Array.from(formats.keys()).filter((name) => name !== "datetime");
  expect(Object.keys(cases).toSorted()).toEqual(names.toSorted());
  expect(formats.get("datetime")).toBe(formats.get("date-time"));
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

test("formats agree with kube-openapi's strfmt", () => {
  const source = readFileSync(new URL("../../../testdata/formats.tsv", import.meta.url), "utf8");
  const rows = source
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"));
  expect(rows.map(([format = "", value = ""]) => [format, value, String(formats.get(format)?.(value))])).toEqual(rows);
});
