// How values of a query are decoded, as apimachinery does.
import { describe, expect, test } from "vitest";
import { flagOf, integerOf, parseResourceVersion } from "./list-options.ts";

const query = (text: string): URLSearchParams => new URLSearchParams(text);

test.each([
  { text: "", want: undefined },
  { text: "other=true", want: undefined },
  { text: "a=", want: true },
  { text: "a=true", want: true },
  { text: "a=1", want: true },
  { text: "a=no", want: true },
  { text: "a=0", want: false },
  { text: "a=false", want: false },
  { text: "a=FALSE", want: false },
])("the flag of '$text' is $want", ({ text, want }) => expect(flagOf(query(text), "a")).toBe(want));

describe("integers", () => {
  test.each([
    { text: "", want: 0 },
    { text: "a=0", want: 0 },
    { text: "a=12", want: 12 },
    { text: "a=%2B12", want: 12 },
    { text: "a=-1", want: -1 },
  ])("'$text' is $want", ({ text, want }) => expect(integerOf(query(text), "a")).toBe(want));

  test.each(["", "many", "1x", "x1", "1.5", "0x10", "--1"])("'%s' is rejected", (value) => {
    expect(() => integerOf(new URLSearchParams({ a: value }), "a")).toThrow(
      expect.objectContaining({
        message: `strconv.ParseInt: parsing "${value}": invalid syntax`,
        status: expect.objectContaining({ reason: "BadRequest" }),
      }),
    );
  });
});

describe("resource versions", () => {
  test.each([
    { given: null, want: 0 },
    { given: "", want: 0 },
    { given: "0", want: 0 },
    { given: "17", want: 17 },
  ])("$given is $want", ({ given, want }) => expect(parseResourceVersion(given)).toBe(want));

  test.each(["x", "1x", "x1", "-1"])("%s is rejected", (given) => {
    expect(() => parseResourceVersion(given)).toThrow(
      expect.objectContaining({
        message: `Invalid value: "${given}": resourceVersion: invalid resource version "${given}": strconv.ParseUint: parsing "${given}": invalid syntax`,
        status: expect.objectContaining({ reason: "BadRequest" }),
      }),
    );
  });
});
