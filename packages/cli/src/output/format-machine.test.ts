// Annotations of GitHub with text that would end them. The runner's own rules decide: a command ends with its line, the first `::` after its
// properties begins its text, `,` ends a property, and %25, %0D, %0A, %3A, %2C are read back, as actions/runner's ActionCommand does.
import type { Diagnostic } from "@capstan/kube";
import { expect, test } from "vitest";
import { formatGithub } from "./format-machine.ts";

interface Annotation {
  readonly command: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Reads the commands of an output as the runner does. */
function annotationsOf(output: string): Annotation[] {
  return output.split(/\r\n|\r|\n/).flatMap((line) => {
    if (!line.trimStart().startsWith("::")) return [];
    const [, head = "", ...text] = line.trimStart().split("::");
    const [command = ""] = head.split(" ");
    const pairs = head
      .slice(command.length + 1)
      .split(",")
      .map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)] as const);
    const properties = Object.fromEntries(pairs.map(([name, value]) => [name.trim(), readBack(value)]));
    return [{ command, properties, text: readBack(text.join("::")) }];
  });
}

const escapes: Readonly<Record<string, string>> = {
  "%0D": "\r",
  "%0A": "\n",
  "%3A": ":",
  "%2C": ",",
  "%25": "%",
};

function readBack(value: string): string {
  return value.replace(/%(?:0D|0A|3A|2C|25)/g, (found) => escapes[found] ?? found);
}

const hostile = [
  "a,title=forged",
  "a::forged",
  "a\n::error::forged",
  "a\r\n::stop-commands::x",
  "100%",
  "%0A::error::forged",
  "%3A%2C%25",
  "::add-mask::a",
];

test.each(hostile)("%j in each part of an annotation comes back, and adds none", (text) => {
  const diagnostic: Diagnostic = {
    code: `demo/${text}`,
    severity: "error",
    message: text,
    help: text,
    position: { file: text, line: 3, column: 4 },
  };
  const output = formatGithub({ title: "checking", diagnostics: [diagnostic] });
  expect(annotationsOf(output)).toEqual([
    {
      command: "error",
      properties: { file: text, line: "3", col: "4", title: `demo/${text}` },
      text: `${text}\nhelp: ${text}`,
    },
  ]);
});

test("a title and its properties are escaped as GitHub documents it", () => {
  const diagnostic: Diagnostic = { code: "a%b\nc:d,e\r", severity: "warning", message: "m:n,o%p\nq" };
  expect(formatGithub({ title: "checking", diagnostics: [diagnostic] })).toBe(
    "checking\n::warning title=a%25b%0Ac%3Ad%2Ce%0D::m:n,o%25p%0Aq\n",
  );
});

test.each(hostile)("%j in the lines around the annotations is none", (text) => {
  const around = {
    title: `import ${text}`,
    body: text,
    unrelated: [text],
    missing: [text],
    next: `capstan generate ${text}`,
  };
  const output = formatGithub({ ...around, diagnostics: [] });
  expect(annotationsOf(output)).toEqual([]);
});
