// Templates of Go that would take very long or much memory are not simulated, and do not stop the simulation.
import { expect, test } from "vitest";
import { templateValue } from "./value-templates.ts";

test.each([
  ["{{ range 3000000 }}{{ end }}", "more than a million steps"],
  ["{{ range 2000 }}{{ range 2000 }}{{ end }}{{ end }}", "more than a million steps"],
  ["{{ range until 3000000 }}{{ end }}", "more than 100,000 elements"],
  ['{{ repeat 2000000000 "x" }}', "more than 10,000,000 characters"],
  ['{{ indent 4000000 "a\\nb\\nc" }}', "more than 10,000,000 characters"],
  ['{{ $x := "abcdefghij" }}{{ range 60 }}{{ $x = print $x $x }}{{ end }}', "more than 10,000,000 characters"],
  ['{{ range 30 }}{{ repeat 1000000 "x" }}{{ end }}', "more than 10,000,000 characters"],
  ['{{ $x := repeat 9000000 "a" }}{{ replace "a" $x $x }}', "the size of what replace returns"],
  ['{{ printf "%1000000d" 1 }}', 'printf "%1000000d"'],
  ["{{ uniq (until 2000) }}", "uniq of more than 1,000 elements"],
  [`{{ ${"(".repeat(3000)}1${")".repeat(3000)} }}`, "more than 200 levels"],
  [`${"{{ if 1 }}".repeat(3000)}${"{{ end }}".repeat(3000)}`, "more than 200 levels"],
])("%#: what is too much is not simulated", (template, part) => {
  expect(() => templateValue(template, {})).toThrow(`not simulated: ${part}`);
});

test("what is within the bounds is rendered", () => {
  const deep = `{{ ${"(".repeat(200)}1${")".repeat(200)} }}`;
  expect(templateValue(deep, {})).toBe(1);
  const blocks = `${"{{ if 1 }}".repeat(200)}2${"{{ end }}".repeat(200)}`;
  expect(templateValue(blocks, {})).toBe(2);
  expect(templateValue("{{ $x := 0 }}{{ range $i := 300000 }}{{ $x = $i }}{{ end }}{{ $x }}", {})).toBe(299_999);
  expect(templateValue("{{ range 0 }}a{{ else }}b{{ end }}", {})).toBe("b");
});
