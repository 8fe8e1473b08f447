// The animated picture of a terminal: well formed for the parser of TypeScript's JSX, which knows elements and entities as XML does.
import { ts } from "ts-morph";
import { expect, test } from "vitest";
import { animatedSvg } from "./animated-svg.ts";
import type { Frame } from "./recorded-frames.ts";
import type { RowPart } from "./screen-rows.ts";

const size = { columns: 20, rows: 2, title: `a "title" & more` };
const plain = { color: undefined, isBold: false, isDim: false };

function part(value: string, more: Partial<RowPart> = {}): RowPart {
  return { column: 0, columns: value.length, value, style: plain, ...more };
}

/** The picture as calls of functions, with its strings as they are read; the rules of CSS have braces, which JSX reads as code. */
function parsed(svg: string): { readonly problems: readonly unknown[]; readonly calls: string } {
  const [start, end] = [svg.indexOf("<style>"), svg.indexOf("</style>")];
  const { diagnostics = [], outputText } = ts.transpileModule(`${svg.slice(0, start)}<style>${svg.slice(end)}`, {
    fileName: "picture.tsx",
    reportDiagnostics: true,
    compilerOptions: { jsx: ts.JsxEmit.React, target: ts.ScriptTarget.ESNext },
  });
  return { problems: diagnostics.map(({ messageText }) => messageText), calls: outputText };
}

test("what XML reserves is escaped, and control characters are replaced", () => {
  const frames = [{ rows: [[part(`a <b> && "c" \u001B\u0007\u009B]]>`)]], forMs: 100 }];
  const svg = animatedSvg(frames, size);
  const { problems, calls } = parsed(svg);
  expect(problems).toEqual([]);
  expect(calls).toContain(String.raw`"a <b> && \"c\" \uFFFD\uFFFD\uFFFD]]>"`);
  expect(calls).toContain(String.raw`"a \"title\" & more"`);
  expect(Array.from(svg).filter((character) => character < " " && character !== "\n")).toEqual([]);
});

test("the parser sees an element that is not closed", () => {
  expect(parsed("<svg><style></style><g></svg>").problems).not.toEqual([]);
});

test("a part has its place, its width and its style", () => {
  const style = { color: 2, isBold: true, isDim: true };
  const svg = animatedSvg([{ rows: [[], [part("ok", { column: 10, style })]], forMs: 100 }], size);
  expect(svg).toContain('<text x="84" y="13.5" textLength="16.8" class="c2 b d">ok</text>');
  expect(svg).toContain('<use href="#r0" y="18"/>');
});

test("equal rows are there once, and each frame has its share of the time", () => {
  const same = [part("same")];
  const frames: readonly Frame[] = [
    { rows: [same, [part("one")]], forMs: 1000 },
    { rows: [[part("two")], same], forMs: 3000 },
  ];
  const svg = animatedSvg(frames, size);
  expect(svg.split(">same<")).toHaveLength(2);
  expect(svg.split('href="#r0"')).toHaveLength(3);
  expect(svg).toContain("{0.000%{transform:translateY(0px)}25.000%{transform:translateY(-36px)}}");
  expect(svg).toContain("animation:play 4000ms step-end infinite");
  expect(svg).toContain("@media (prefers-reduced-motion:reduce){.strip{animation:none;transform:translateY(-36px)}}");
});

test("nothing is loaded and nothing runs", () => {
  const svg = animatedSvg([{ rows: [[part("a")]], forMs: 100 }], size);
  expect(svg.match(/<script|url\(|@import|@font-face|href="[^#]/g)).toBeNull();
});
