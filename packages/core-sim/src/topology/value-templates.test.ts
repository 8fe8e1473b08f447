// Values of Go templates in patches, as Cluster API renders them; `pnpm run oracle classes` compares many more with it.
import type { JSONValue } from "@capstan/kube";
import { expect, test } from "vitest";
import { isEnabled, templateValue, unplayedPart } from "./value-templates.ts";

const variables = {
  builtin: { cluster: { name: "c", namespace: "d" }, controlPlane: { version: "v1.36.0", replicas: 3 } },
  size: "large",
  count: 3,
  big: 1234567,
  on: true,
  none: null,
  list: ["a", "b"],
  items: [{ name: "x", value: "1" }, { name: "y" }],
  map: { b: "2", a: "1" },
  text: "a\nb",
};

test.each<[string, JSONValue]>([
  ["{{ .size }}", "large"],
  ["{{ .count }}", 3],
  ["{{ .big }}", 1234567],
  ['"{{ .big }} {{ .missing }} {{ .none }}"', "1.234567e+06 <no value> <no value>"],
  ["{{ .builtin.cluster.name }}-{{ .builtin.cluster.namespace }}", "c-d"],
  ["{{ if eq .size `large` }}1{{ else if .none }}2{{ else }}3{{ end }}", 1],
  ["{{ if and .on (ne .size `x`) (or .none .on) (not .none) }}a: 1{{ end }}", { a: 1 }],
  ["{{ with .missing }}a{{ else }}b{{ end }}", "b"],
  ["{{ range $i, $item := .items }}\n- {{ $i }}{{ $item.name }}{{ end }}", ["0x", "1y"]],
  ["{{ range .list }}{{ if eq . `b` }}{{ break }}{{ end }}{{ . }}{{ end }}", "a"],
  ["{{ range $k, $v := .map }}{{ $k }}{{ $v }}{{ end }}", "a1b2"],
  ["{{ range 3 }}x{{ else }}y{{ end }}", "xxx"],
  ["{{ $x := 1 }}{{ range .list }}{{ $x = . }}{{ end }}{{ $x }}", "b"],
  ["a:  {{- /* none */ -}}  {{ .map | toJson }}", 'a:{"a":"1","b":"2"}'],
  ["{{ index .items 1 `name` }}{{ index .map `b` }}{{ len .list }}", "y22"],
  ["content: |\n{{ .text | indent 2 }}", { content: "a\nb" }],
  ['{{ printf "%s-%d-%q-%v-%t" .size 7 .size .list .on }}', 'large-7-"large"-[a b]-true'],
  ['x{{ printf "%d" .count }}{{ printf "%.1f|%5s|%03d" .count "a" 7 }}', "x%!d(float64=3)3.0|    a|007"],
  ["{{ default `d` .missing }}{{ .size | upper | trunc 2 | quote }}", 'd"LA"'],
  ["{{ add 1 .count }}{{ ternary 1 2 .on }}{{ join `,` .list }}", "41a,b"],
  ["{{ has `a` .list }}{{ hasKey .map `z` }}{{ get .map `a` }}", "truefalse1"],
  ["{{ 1_000 }} {{ 1_0.5 }} {{ 0x_f }}", "1000 10.5 15"],
  ["a: 1\nb: {{ .count }}\na: {{ .size }}", { a: "large", b: 3 }],
  ["", null],
])("%s is %j", (template, value) => {
  expect(templateValue(template, variables)).toEqual(value);
});

const parse = (template: string): string => `failed to parse template: ${JSON.stringify(template)}: template: tpl:`;
const render = (template: string): string => `failed to render template: ${JSON.stringify(template)}: template: tpl:`;

test.each([
  ["{{ .size", parse, "1: unclosed action"],
  ["{{ '' }}", parse, "1: invalid syntax"],
  ["{{ foo }}", parse, '1: function "foo" not defined'],
  ["{{ if .a }}", parse, "1: unexpected EOF"],
  ["{{ $x }}", parse, '1: undefined variable "$x"'],
  ["a\n{{ end }}", parse, "2: unexpected {{end}}"],
  ["{{ 1 | 2 }}", parse, "1: non executable command in pipeline stage 2"],
  ["{{ .size.a }}", render, '1:8: executing "tpl" at <.size.a>: can\'t evaluate field a in type interface {}'],
  ["{{ .none.a }}", render, '1:8: executing "tpl" at <.none.a>: nil pointer evaluating interface {}.a'],
  [
    "{{ gt .count 1 }}",
    render,
    '1:3: executing "tpl" at <gt .count 1>: error calling gt: incompatible types for comparison: float64 and int',
  ],
  [
    "\n {{ upper .count }}",
    render,
    '2:10: executing "tpl" at <.count>: wrong type for value; expected string; got float64',
  ],
  ["{{ upper }}", render, '1:3: executing "tpl" at <upper>: wrong number of args for upper: want 1 got 0'],
  ["{{ fail `no` }}", render, '1:3: executing "tpl" at <fail `no`>: error calling fail: no'],
])("%s fails as in Go", (template, start, problem) => {
  expect(() => templateValue(template, variables)).toThrow(`${start(template)}${problem}`);
});

test("what renders as true enables a patch, and nothing else does", () => {
  const of = (template: string): boolean => isEnabled(template, variables);
  expect(["", "{{ .on }}", "true", "{{ not .on }}", "{{ .size }}", "'true'"].map(of)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(() => of("{{ .size.a }}")).toThrow("failed to calculate value for enabledIf: failed to render template: ");
});

test("a template with what is not simulated is known before it is rendered", () => {
  const templates = [
    "{{ .size }}",
    '{{ semver "1" }}',
    "{{ if .a }}{{ html .b }}{{ end }}",
    '{{ template "x" }}',
    "{{ 1i }}",
    "{{ no }}",
    "{{ typeOf .size }}",
  ];
  const parts = [undefined, "semver", "html", "{{template}}", "1i", undefined, "typeOf"];
  expect(templates.map(unplayedPart)).toEqual(parts);
  expect(() => templateValue('{{ printf "%x" .size }}', variables)).toThrow("not simulated: printf %x");
});
