// Doc comments taken apart into descriptions and tags.
import { formatDiagnostic, type Diagnostic } from "@capstan/kube";
import { expect, test } from "vitest";
import { readComment } from "./read-comment.ts";

interface Want {
  readonly description: string;
  readonly tags: readonly string[];
  readonly problems: readonly string[];
}

function read(text: string): Want {
  const lineStarts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  const source = {
    file: "/a.ts",
    name: "a.ts",
    lineStarts,
    imports: new Map(),
    exports: new Map(),
    exportedModules: [],
    types: new Map(),
    constants: new Map(),
    functions: new Map(),
    errors: [],
  };
  const diagnostics: Diagnostic[] = [];
  const { description, tags } = readComment({ text, start: 0, end: text.length }, source, diagnostics);
  return {
    description,
    tags: tags.map(
      ({ steps, name, value, span }) =>
        `${span.line}:${span.column}-${span.endLine}:${span.endColumn} ${[...steps, name].join(".")} ${JSON.stringify(value)}`,
    ),
    problems: diagnostics.map(formatDiagnostic),
  };
}

const lines = (...body: readonly string[]): string =>
  ["/**", ...body.map((line) => ` * ${line}`.trimEnd()), " */"].join("\n");

test.each([
  { name: "one line", text: "/** hello */", want: { description: "hello", tags: [], problems: [] } },
  {
    name: "blank lines and indentation stay",
    text: lines("", "a", "", "  b", ""),
    want: { description: "a\n\n  b", tags: [], problems: [] },
  },
  { name: "no stars", text: "/**\n   a\n   b\n*/", want: { description: "a\nb", tags: [], problems: [] } },
  {
    name: "a tag with its span",
    text: lines("a", "@minLength 3"),
    want: { description: "a", tags: ["3:4-3:16 minLength 3"], problems: [] },
  },
  {
    name: "steps",
    text: lines("@items.values.maxLength 3"),
    want: { description: "", tags: ["2:4-2:29 items.values.maxLength 3"], problems: [] },
  },
  {
    name: "@ in prose is prose",
    text: lines("see @minLength 3 there"),
    want: { description: "see @minLength 3 there", tags: [], problems: [] },
  },
  {
    name: "an escaped @",
    text: lines("\\@home is a word"),
    want: { description: "@home is a word", tags: [], problems: [] },
  },
  {
    name: "an escaped end of comment",
    text: lines("a *\\/ b"),
    want: { description: "a */ b", tags: [], problems: [] },
  },
  {
    name: "an escaped start of a comment",
    text: lines("a /\\* b *\\/\\* c"),
    want: { description: "a /* b */* c", tags: [], problems: [] },
  },
  {
    name: "tags in fences are text",
    text: lines("```", "@minLength 3", "```"),
    want: { description: "```\n@minLength 3\n```", tags: [], problems: [] },
  },
  {
    name: "text is verbatim",
    text: lines("@pattern ^[a-z]+ @x$"),
    want: { description: "", tags: ['2:4-2:24 pattern "^[a-z]+ @x$"'], problems: [] },
  },
  {
    name: "quoted text",
    text: lines('@pattern "^a*\\/b$"'),
    want: { description: "", tags: ['2:4-2:22 pattern "^a*/b$"'], problems: [] },
  },
  {
    name: "JSON over lines",
    text: lines("@default {", '  "a": 1', "}"),
    want: { description: "", tags: ['2:4-4:5 default {"a":1}'], problems: [] },
  },
  {
    name: "a bare rule",
    text: lines("@cel self.a > 1"),
    want: { description: "", tags: ['2:4-2:19 cel {"rule":"self.a > 1"}'], problems: [] },
  },
  {
    name: "deprecated is the last paragraph",
    text: lines("a", "@deprecated use b", "@minLength 1"),
    want: { description: "a\n\nDeprecated: use b", tags: ["4:4-4:16 minLength 1"], problems: [] },
  },
  {
    name: "see stays, todo goes",
    text: lines("a", "@see b", "@todo c", "more"),
    want: { description: "a\n@see b", tags: [], problems: [] },
  },
  {
    name: "an unknown tag",
    text: lines("@minLenght 3"),
    want: {
      description: "",
      tags: [],
      problems: [
        'a.ts:2:4 error model/unknown-tag: there is no tag "@minLenght"; did you mean "@minLength"?\n  help: correct the name, or write `\\@` for a line of the description that begins with @',
      ],
    },
  },
  {
    name: "a tag called like a member of every object",
    text: lines("@constructor"),
    want: {
      description: "",
      tags: [],
      problems: [
        'a.ts:2:4 error model/unknown-tag: there is no tag "@constructor"\n  help: correct the name, or write `\\@` for a line of the description that begins with @',
      ],
    },
  },
  {
    name: "a tag that TypeScript says better",
    text: lines("@nullable"),
    want: {
      description: "",
      tags: [],
      problems: [
        'a.ts:2:4 error model/unknown-tag: there is no tag "@nullable": write `T | null`\n  help: correct the name, or write `\\@` for a line of the description that begins with @',
      ],
    },
  },
  {
    name: "a wrong value",
    text: lines("@minLength -1"),
    want: {
      description: "",
      tags: [],
      problems: [
        "a.ts:2:4 error model/tag-value: @minLength needs a whole number of at least 0\n  help: write that value on the line of the tag",
      ],
    },
  },
  {
    name: "a wrong word",
    text: lines("@listType bag"),
    want: {
      description: "",
      tags: [],
      problems: [
        "a.ts:2:4 error model/tag-value: @listType needs one of atomic, set, map\n  help: write that value on the line of the tag",
      ],
    },
  },
  {
    name: "twice",
    text: lines("@minLength 1", "@minLength 2"),
    want: {
      description: "",
      tags: ["2:4-2:16 minLength 1", "3:4-3:16 minLength 2"],
      problems: ["a.ts:3:4 error model/duplicate-tag: @minLength is set twice\n  help: keep one"],
    },
  },
  {
    name: "text after a tag",
    text: lines("@minLength 1", "and more"),
    want: {
      description: "",
      tags: ["2:4-3:12 minLength 1"],
      problems: [
        'a.ts:2:4 error model/text-after-tag: text after @minLength: "and more"\n  help: put the description before the tags',
      ],
    },
  },
])("$name", ({ text, want }) => {
  expect(read(text)).toEqual(want);
});
