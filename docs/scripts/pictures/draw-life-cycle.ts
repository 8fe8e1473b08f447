// A life cycle as an SVG: what happens on the left, the calls of the extension in the middle, what answers do on the right. It brings its own
// background, so that it can be read on light and on dark pages; its colors follow what the reader prefers.
import { hookCatalog, type HookName } from "@capstan/api/catalog";
import type { Frame, HookRow, LifeCycle, LifeRow } from "./life-cycle.ts";

/** In pixels. */
const page = { width: 980, margin: 24, top: 104, gap: 18, line: 18, inset: 12 } as const;
const columns = {
  event: { x: 48, width: 262 },
  hook: { x: 366, width: 262 },
  note: { x: 652, width: 284 },
} as const;
const font = { size: 13, family: "system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif" } as const;
/** Wider than the mean of any usual font: lines are broken for it, and none of them may leave its box. */
const characterWidth = 7.1;

const styles = `
text{font:${font.size}px ${font.family};fill:#1f2328}
.title{font-size:18px;font-weight:600}.head{font-size:12px;fill:#59636e}.hookname{font-weight:600}.small{font-size:12px;fill:#59636e}
.page{fill:#ffffff;stroke:#d1d9e0}.event{fill:#f6f8fa;stroke:#8c959f}.holds{fill:#fff8c5;stroke:#9a6700}.plain{fill:#ddf4ff;stroke:#0969da}
.frame{fill:none;stroke:#8c959f;stroke-dasharray:5 4}.flow{stroke:#8c959f;stroke-width:1.5;fill:none}.arrow{fill:#8c959f}
@media (prefers-color-scheme:dark){text{fill:#f0f6fc}.head,.small{fill:#9198a1}
.page{fill:#0d1117;stroke:#3d444d}.event{fill:#151b23;stroke:#656c76}.holds{fill:#2e2a1f;stroke:#d29922}.plain{fill:#121d2f;stroke:#4493f8}
.frame{stroke:#656c76}.flow{stroke:#656c76}.arrow{fill:#656c76}}`;

/** A part of the picture, and how far down it reaches. */
interface Drawn {
  readonly svg: readonly string[];
  readonly bottom: number;
}

/** The picture. */
export function drawLifeCycle({ title, rows }: LifeCycle): string {
  const drawn = drawRows(rows, page.top, 0);
  const height = drawn.bottom + 46;
  const flow = `<path class="flow" d="M${columns.event.x + 40} ${page.top - 14}V${drawn.bottom}"/>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="${page.width}" height="${height}" viewBox="0 0 ${page.width} ${height}">`,
    `<title>${escaped(title)}</title>`,
    `<style>${styles}</style>`,
    `<rect class="page" x="0.5" y="0.5" width="${page.width - 1}" height="${height - 1}" rx="8"/>`,
    text({ x: page.margin, y: 38, value: title, name: "title" }),
    ...heads(),
    flow,
    ...drawn.svg,
    ...legend(drawn.bottom + 28),
    "</svg>",
    "",
  ].join("\n");
}

function heads(): string[] {
  const head = ({ x }: { readonly x: number }, value: string): string => text({ x, y: 74, value, name: "head" });
  return [
    head(columns.event, "in the management cluster"),
    head(columns.hook, "your extension is called"),
    head(columns.note, "its answer, and when it is called again"),
  ];
}

function legend(y: number): string[] {
  const sign = (x: number, name: string, words: string): string[] => [
    `<rect class="${name}" x="${x}" y="${y - 10}" width="16" height="12" rx="3"/>`,
    text({ x: x + 24, y, value: words, name: "small" }),
  ];
  return [
    ...sign(columns.event.x, "holds", "can hold what follows by a delay"),
    ...sign(columns.hook.x, "plain", "cannot ask for a delay"),
  ];
}

function drawRows(rows: readonly LifeRow[], top: number, depth: number): Drawn {
  const svg: string[] = [];
  let y = top;
  for (const row of rows) {
    const drawn = drawRow(row, y, depth);
    svg.push(...drawn.svg);
    y = drawn.bottom + page.gap;
  }
  return { svg, bottom: y - page.gap };
}

function drawRow(row: LifeRow, top: number, depth: number): Drawn {
  if ("frame" in row) return drawFrame(row, top, depth);
  if ("hook" in row) return drawHook(row, top);
  const { x, width } = columns.event;
  const lines = wrapped(row.event, width);
  const height = heightOf(lines.length);
  return {
    svg: [box("event", { x, y: top, width, height }), ...textLines(lines, { x, y: top })],
    bottom: top + height,
  };
}

function drawFrame({ frame, rows }: Frame, top: number, depth: number): Drawn {
  const inner = drawRows(rows, top + 30, depth + 1);
  const x = page.margin - 8 + depth * 8;
  const place = { x, y: top, width: page.width - 2 * x, height: inner.bottom + 14 - top };
  const label = text({ x: columns.hook.x, y: top + 19, value: `${frame}:`, name: "small" });
  return { svg: [box("frame", place), label, ...inner.svg], bottom: inner.bottom + 14 };
}

function drawHook({ hook, by, answer, again }: HookRow, top: number): Drawn {
  const notes = [wrapped(answer, columns.note.width), wrapped(again, columns.note.width)] as const;
  const height = Math.max(heightOf(2), heightOf(notes.flat().length) - 8);
  const { x, width } = columns.hook;
  const middle = top + heightOf(2) / 2;
  const from = columns.event.x + 40;
  const { blocking } = hookCatalog[hook];
  return {
    svg: [
      `<path class="flow" d="M${from} ${middle}H${x - 9}"/>`,
      `<path class="arrow" d="M${x - 10} ${middle - 5}l9 5l-9 5z"/>`,
      text({ x: from + 12, y: middle - 7, value: by, name: "small" }),
      box(blocking ? "holds" : "plain", { x, y: top, width, height: heightOf(2) }),
      text({ x: x + page.inset, y: top + 21, value: hook, name: "hookname" }),
      text({ x: x + page.inset, y: top + 21 + page.line, value: handlerWords(hook), name: "small" }),
      ...textLines(notes[0], { x: columns.note.x - page.inset, y: top - 4 }),
      ...textLines(notes[1], {
        x: columns.note.x - page.inset,
        y: top - 4 + notes[0].length * page.line,
        name: "small",
      }),
    ],
    bottom: top + height,
  };
}

const words = {
  all: "all its handlers",
  named: "the handler that the class names",
  one: "the one handler there may be",
} as const;

/** Which handlers of a hook are called. */
export function handlerWords(hook: HookName): string {
  const { singleton, handlers } = hookCatalog[hook];
  return singleton ? "answered for you" : words[handlers];
}

function heightOf(lines: number): number {
  return lines * page.line + 14;
}

/** Lines that fit into a column. */
export function wrapped(value: string, width: number): readonly string[] {
  const most = Math.floor((width - 2 * page.inset) / characterWidth);
  const lines: string[] = [];
  for (const word of value.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > most) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

function box(
  name: string,
  place: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): string {
  const { x, y, width, height } = place;
  return `<rect class="${name}" x="${x}" y="${y}" width="${width}" height="${height}" rx="6"/>`;
}

function textLines(lines: readonly string[], { x, y, name }: Omit<TextPlace, "value">): readonly string[] {
  return lines.map((value, i) =>
    text({ x: x + page.inset, y: y + 20 + i * page.line, value, ...(name === undefined ? {} : { name }) }),
  );
}

interface TextPlace {
  readonly x: number;
  readonly y: number;
  readonly value: string;
  readonly name?: string;
}

function text({ x, y, value, name }: TextPlace): string {
  return `<text x="${x}" y="${y}"${name === undefined ? "" : ` class="${name}"`}>${escaped(value)}</text>`;
}

function escaped(value: string): string {
  return value.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
