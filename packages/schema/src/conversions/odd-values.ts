// Values that functions stumble over, by what a field holds: in every generated test beside random ones, each as the API server accepts and
// stores it.

/** A string of a length in which no two places near each other are alike. */
export function stringOfLength(length: number): string {
  return "abcdefghijklmnopqrstuvwxyz".repeat(Math.ceil(length / 26)).slice(0, length);
}

/** The values by what a field holds. */
export interface OddValues {
  /** Keys of maps. Neighbors often differ in one thing alone, and so get into one map. */
  readonly keys: readonly string[];
  readonly strings: readonly string[];
  /** Of `Time` and `MicroTime`: fractions and offsets are stored as they were written. */
  readonly times: readonly string[];
  readonly quantities: readonly (string | number)[];
  readonly intsOrStrings: readonly (string | number)[];
  readonly bytes: readonly string[];
}

/** The tables. */
export const oddValues: OddValues = {
  keys: [
    "a",
    "A",
    "a=b",
    "a.b/c-d",
    "example.com/Name",
    "0123",
    "10",
    "9",
    "a b",
    " a",
    "a\n",
    "a:b,c;d",
    "constructor",
    "__proto__",
    "toString",
    "\u00e9",
    "e\u0301",
    "\u{1f600}",
    stringOfLength(64),
    stringOfLength(253),
    "x".repeat(253),
    "",
  ],
  strings: [
    "",
    " ",
    " a",
    "a ",
    "A",
    "a\n",
    "a\r\nb\r\n",
    "\ta",
    "\u00e9",
    "e\u0301",
    "\u{1f600}a",
    "0",
    "7",
    "007",
    "-1",
    "1.50",
    "true",
    "a,b,,c",
    "a=b=c",
    "a:b:c",
    "a/b/c",
    "a.b.c",
    "a-b-c",
    "aab",
  ],
  times: [
    "2026-01-01T00:00:00Z",
    "2026-06-30T12:34:56Z",
    "2024-02-29T23:59:59Z",
    "1969-12-31T23:59:58Z",
    "0001-01-01T00:00:01Z",
    "9999-12-31T23:59:59Z",
    "2026-06-30T12:34:56.789Z",
    "2026-06-30T12:34:56.123456Z",
    "2026-06-30T23:34:56+05:30",
    "2026-06-30T00:34:56.000000001-08:00",
  ],
  quantities: [
    ..."0 1 1.5 .5 -2 +3 0.001 1000 1024 9223372036854775807".split(" "),
    ..."500n 500u 500m 3k 2M 2G 2T 2P 2E -1.5k".split(" "),
    ..."10Ki 64Mi 1Gi 1.5Gi 2Ti 2Pi 2Ei -1Mi 0Gi".split(" "),
    ..."1e3 1E3 2e-3 1.5E2".split(" "),
    0,
    2,
    -3,
    1024,
    2_147_483_648,
  ],
  intsOrStrings: [0, 1, -1, 80, 65_535, 2_147_483_647, "", "0", "80", "-1", "080", "50%", "0%", "100%", "http", "a-b"],
  bytes: ["AA==", "/+8=", "+/+/", "aGVsbG8=", "aGVsbG8h", "gIGC", "77u/YQ=="],
};
