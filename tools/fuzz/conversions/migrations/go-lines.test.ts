// Which lines of conversions in Go count as written by hand for a kind.
import { expect, test } from "vitest";
import { codeLines, writtenLines } from "./go-lines.ts";

const written = `package v1beta1

// ConvertTo converts to the hub.
func (src *Foo) ConvertTo(dst conversion.Hub) error {
	// A comment.
	return Convert_Foo(src, dst)
}

func (src *Bar) ConvertTo(dst conversion.Hub) error {
	return Convert_Bar(src, dst)
}

func Convert_Foo_Spec(in, out any) error {
	if in == nil {

		return nil
	}
	return Convert_Foo_Spec(in, out)
}

func unused() {
}
`;
const generated = `package v1beta1

func Convert_v1beta1_Other_To_v1beta2_Other(in, out any) error {
	return Convert_Foo_Spec(in, out)
}

func Convert_Foo(in, out any) error {
	return Convert_Foo_Spec(in, out)
}
`;

test.each([
  ["its method, and what a generated function calls", "Foo", 3 + 6],
  ["its method alone", "Bar", 3],
  ["what the function of conversion-gen calls", "Other", 6],
  ["nothing of a kind without conversions", "Baz", 0],
])("%s", (_, kind, lines) => {
  expect(writtenLines(kind, { written: [written], generated: [generated] })).toBe(lines);
});

test("empty lines and comments are no code", () => {
  expect(codeLines("/**\n * A.\n */\n\n// b\nconst a = 1; // c\n  }\n")).toBe(2);
});
