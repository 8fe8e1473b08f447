// How clusterctl substitutes variables, measured on its own library. The table test checks these rows; where the real clusterctl is
// available, a test measures them again.
import type { Values } from "../src/envsubst/substitute.ts";
import type { VariableCode } from "../src/envsubst/diagnostics.ts";

/** A string, the environment, and the result. */
export interface Vector {
  readonly input: string;
  readonly env?: Values;
  readonly want: string;
  readonly missing?: readonly string[];
}

const same = (inputs: readonly string[], rest: Omit<Vector, "input">): Vector[] =>
  inputs.map((input) => ({ input, ...rest }));

/** Strings that are substituted. */
export const vectors: readonly Vector[] = [
  { input: "a ${A} b", env: { A: "1" }, want: "a 1 b" },
  { input: "a ${A} b", want: "a  b", missing: ["A"] },
  { input: "a ${A} b", env: { A: "" }, want: "a  b" },
  ...same(["${A:-x}", "${A:=x}", "${A=x}"], { want: "x" }),
  ...same(["${A:-x}", "${A:=x}", "${A=x}"], { env: { A: "" }, want: "x" }),
  { input: "${A:?x}", want: "x" },
  { input: "${A:+x}", env: { A: "1" }, want: "1" },
  { input: "${A:+x}", want: "x" },
  ...same(["${A:=}", "${A:-}", "${A=}"], { want: "", missing: ["A"] }),
  { input: '${A:=""}', want: '""' },
  { input: "${#A}", env: { A: "héé" }, want: "5" },
  { input: "${#A}", want: "0", missing: ["A"] },
  { input: "${A:2}", env: { A: "abcdef" }, want: "cdef" },
  { input: "${A:2}", want: "" },
  { input: "${A:1:2}", env: { A: "abcdef" }, want: "bc" },
  { input: "${A:${N}}", env: { A: "abcdef", N: "-2" }, want: "ef" },
  ...same(["${A: -2}", "${A:(-2)}", "${A:x}"], { env: { A: "abcdef" }, want: "abcdef" }),
  { input: "${A/b/X}", env: { A: "abcabc" }, want: "aXcabc" },
  { input: "${A//b/X}", env: { A: "abcabc" }, want: "aXcaXc" },
  { input: "${A/#a/X}", env: { A: "abcabc" }, want: "Xbcabc" },
  { input: "${A/%c/X}", env: { A: "abcabc" }, want: "abcabX" },
  { input: "${A/b/}", env: { A: "abcabc" }, want: "acabc" },
  { input: "${A/*/X}", env: { A: "ab*c" }, want: "abXc" },
  { input: String.raw`${"${A/\\//-}"}`, env: { A: "a/b/c" }, want: "a-b/c" },
  { input: "${A#a*}", env: { A: "abcabc" }, want: "bcabc" },
  { input: "${A##*b}", env: { A: "abcabc" }, want: "c" },
  { input: "${A%b*}", env: { A: "abcabc" }, want: "abca" },
  { input: "${A%%b*}", env: { A: "abcabc" }, want: "a" },
  { input: "${A^}", env: { A: "abc" }, want: "Abc" },
  { input: "${A^^}", env: { A: "abc" }, want: "ABC" },
  { input: "${A,}", env: { A: "ABC" }, want: "aBC" },
  { input: "${A,,}", env: { A: "ABC" }, want: "abc" },
  { input: "$${A}", env: { A: "1" }, want: "${A}" },
  { input: "$$${A}", env: { A: "1" }, want: "$1" },
  { input: "$$$${A}", env: { A: "1" }, want: "$${A}" },
  { input: "$$$$${A}", env: { A: "1" }, want: "$$1" },
  { input: "a$$b", want: "a$b" },
  ...["$A $(A) $", "cost $5", "{{ A }}"].map((input) => ({ input, want: input })),
  { input: "${1A}${Á}", env: { "1A": "x", Á: "y" }, want: "xy" },
  ...same(["${ A }", "${\nA\n}", "${A }", "${ A}"], { env: { A: "1" }, want: "1" }),
  { input: "${A:= x }", want: " x " },
  { input: "${A:=${B}}", want: "" },
  { input: "${A:=${B}}", env: { B: "2" }, want: "2" },
  { input: "${A:=${B:=c}}", want: "c" },
  { input: "${A:=x${B}y${C}z}", env: { B: "2" }, want: "x2yz" },
  { input: "${A} ${A:=x}", want: " x", missing: ["A"] },
  { input: "${A:=x} ${A}", want: "x " },
  { input: "${A:=x} ${A:=y}", want: "x y" },
  { input: "${A:=a}b}", want: "ab}" },
  { input: '${A:={"a":1}}', want: '{"a":1}' },
  { input: "${A:=$${B}}", want: "$" },
  { input: "${A:=a$$b}", want: "a$$b" },
  { input: String.raw`${"${A:=\\}}"}`, want: String.raw`\}` },
  { input: "# c ${A}\nx: ${B}", env: { B: "2" }, want: "# c \nx: 2", missing: ["A"] },
  { input: "${A}", env: { A: "${B}" }, want: "${B}" },
  { input: "$${A:=${B}}", env: { B: "2" }, want: "${A:=2}" },
  { input: "${A:=x:y}", want: "x:y" },
  { input: "${A:=x/y#z%w}", want: "x/y#z%w" },
  { input: "${A=:y}", want: ":y" },
  { input: "${A==y}", want: "=y" },
  { input: "kept\0${A}", env: { A: "1" }, want: "kept" },
];

const refuse = (code: VariableCode, inputs: readonly string[]): [string, VariableCode][] =>
  inputs.map((input) => [input, code]);

/** Strings that are rejected, and why. */
export const rejections: readonly (readonly [string, VariableCode])[] = [
  ...refuse("envsubst/bad-substitution", ["${A/b}", "${A//b}", "${A^x}", "${#A:2}", "${#}", "${A:", "${A:é}"]),
  ...refuse("envsubst/missing-closing-brace", [
    "${A-x}",
    "${A+x}",
    "${A?x}",
    "${A.B}",
    "${A[0]}",
    "${A@Q}",
    "${A",
    "${A$B}",
    "${A :=x}",
  ]),
  ...refuse("envsubst/variable-name", ["${}", "${", "${!A}", "${ A:=x }"]),
  ...refuse("envsubst/argument", ["${A:}", "${A#}", "${A:=x", "${A///x}"]),
];
