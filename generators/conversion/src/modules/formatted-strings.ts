// Strings of the formats that the API server enforces, for the random objects of generated tests: of other strings it would reject nearly every
// object that has such a field.
import { valueLiteral } from "@capstan/generator-model/writing";

/** Strings of each format, as the API server accepts them. */
export const formattedStrings: Readonly<Record<string, readonly string[]>> = {
  bsonobjectid: ["507f1f77bcf86cd799439011", "000000000000000000000000"],
  byte: ["AA==", "/+8="],
  cidr: ["10.0.0.0/8", "fd00::/64"],
  creditcard: ["4111111111111111", "5500000000000004"],
  date: ["2026-01-01", "2024-02-29"],
  "date-time": ["2026-01-01T00:00:00Z", "2026-06-30T12:00:00+01:00"],
  datetime: ["2026-01-01T00:00:00Z", "2026-06-30T12:00:00+01:00"],
  duration: ["0s", "1m30s", "1.5h"],
  email: ["a@example.com", "b.c@example.org"],
  hexcolor: ["#fff", "#00ff7f"],
  hostname: ["a", "node-1.example.com"],
  ipv4: ["10.0.0.1", "192.168.255.255"],
  ipv6: ["::1", "fd00::a:b"],
  isbn: ["0306406152", "9780306406157"],
  isbn10: ["0306406152", "097522980X"],
  isbn13: ["9780306406157", "9783161484100"],
  "k8s-long-name": ["a", "node-1.example.com"],
  "k8s-short-name": ["a", "node-1"],
  mac: ["00:00:5e:00:53:01", "02-00-00-00-00-01"],
  rgbcolor: ["rgb(0,0,0)", "rgb(255, 127, 1)"],
  ssn: ["111-22-3333", "999-99-9999"],
  uri: ["https://example.com/a", "/a/b"],
  uuid: ["6a2f41a3-c54c-11ee-a506-0242ac120002", "00000000-0000-0000-0000-000000000000"],
  uuid3: ["a3bb189e-8bf9-3888-9912-ace4e6543002", "5df41881-3aed-3515-88a7-2f4a814cf09e"],
  uuid4: ["16fd2706-8baf-433b-82eb-8c7fada847da", "00000000-0000-4000-8000-000000000000"],
  uuid5: ["886313e1-3b8a-5372-9b90-0c9aee199e5d", "74738ff5-5367-5958-9aee-98fffdcd1876"],
};

/** The expression for strings of a format and of these lengths; undefined when the API server does not enforce it, or no such string is known. */
export function formattedCode(format: unknown, least: number, greatest: number): string | undefined {
  const known = typeof format === "string" && Object.hasOwn(formattedStrings, format) ? formattedStrings[format] : [];
  const fitting = (known ?? []).filter(({ length }) => length >= least && length <= greatest);
  return fitting.length === 0 ? undefined : `fc.constantFrom(${fitting.map(valueLiteral).join(", ")})`;
}
