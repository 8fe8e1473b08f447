// Frames of a terminal as one animated SVG: CSS alone moves a strip with all frames past a window, so that it also plays in an <img>.
import type { Frame } from "./recorded-frames.ts";
import { recordedColors } from "./recorded-colors.ts";
import type { PartStyle, RowPart, ScreenRow } from "./screen-rows.ts";

/** What the picture is of. */
export interface PictureOptions {
  readonly title: string;
  readonly columns: number;
  readonly rows: number;
}

/** In pixels. A column has 0.6 of the size of the font, as in most fonts; parts are stretched where it has not. */
const cell = { width: 8.4, height: 18, baseline: 13.5, font: 14 } as const;
const margin = 16;

const fonts = "ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono','DejaVu Sans Mono',monospace";
const background = "#0d1117";
const foreground = "#e6edf3";
/** The picture. It shows the last frame where people want nothing to move. */
export function animatedSvg(frames: readonly Frame[], options: PictureOptions): string {
  const height = options.rows * cell.height;
  const width = rounded(options.columns * cell.width);
  const book = new RowBook();
  const strip = frames.map(({ rows }, index) => `<g transform="translate(0 ${index * height})">${book.uses(rows)}</g>`);
  const [outerWidth, outerHeight] = [width + 2 * margin, height + 2 * margin];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="${outerWidth}" height="${outerHeight}" viewBox="0 0 ${outerWidth} ${outerHeight}">`,
    `<title>${escaped(options.title)}</title>`,
    `<style>${styles(frames, height)}</style>`,
    `<rect width="${outerWidth}" height="${outerHeight}" rx="8" fill="${background}"/>`,
    `<defs>`,
    ...book.rows,
    `</defs>`,
    `<svg x="${margin}" y="${margin}" width="${width}" height="${height}" overflow="hidden"><g class="strip">`,
    ...strip,
    `</g></svg>`,
    `</svg>`,
    "",
  ].join("\n");
}

/** Each row once, however many frames show it. */
class RowBook {
  readonly #numbers = new Map<string, number>();

  /** The rows as elements that frames can use. */
  get rows(): readonly string[] {
    return [...this.#numbers].map(([content, number]) => `<g id="r${number}">${content}</g>`);
  }

  /** The rows of a frame, each where it stands. */
  uses(rows: readonly ScreenRow[]): string {
    return rows.map((row, index) => this.#use(row, index)).join("");
  }

  #use(row: ScreenRow, index: number): string {
    if (row.length === 0) return "";
    const content = row.map(partElement).join("");
    const number = this.#numbers.get(content) ?? this.#numbers.size;
    this.#numbers.set(content, number);
    return `<use href="#r${number}" y="${index * cell.height}"/>`;
  }
}

function partElement({ column, columns, value, style }: RowPart): string {
  const place = `x="${rounded(column * cell.width)}" y="${cell.baseline}" textLength="${rounded(columns * cell.width)}"`;
  return `<text ${place}${classOf(style)}>${escaped(value)}</text>`;
}

function classOf({ color, isBold, isDim }: PartStyle): string {
  const names = [color === undefined ? "" : `c${color}`, isBold ? "b" : "", isDim ? "d" : ""].filter(Boolean);
  return names.length === 0 ? "" : ` class="${names.join(" ")}"`;
}

function styles(frames: readonly Frame[], height: number): string {
  const total = frames.reduce((sum, { forMs }) => sum + forMs, 0);
  const moved = (index: number): string => `transform:translateY(${-index * height}px)`;
  let atMs = 0;
  const steps = frames.map(({ forMs }, index) => {
    const percent = ((100 * atMs) / total).toFixed(3);
    atMs += forMs;
    return `${percent}%{${moved(index)}}`;
  });
  return [
    `text{font:${cell.font}px ${fonts};white-space:pre;fill:${foreground}}`,
    ...[...recordedColors].map(([index, color]) => `.c${index}{fill:${color}}`),
    ".b{font-weight:bold}.d{opacity:.65}",
    `@keyframes play{${steps.join("")}}`,
    `.strip{animation:play ${Math.round(total)}ms step-end infinite}`,
    `@media (prefers-reduced-motion:reduce){.strip{animation:none;${moved(frames.length - 1)}}}`,
  ].join("\n");
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** XML has no way to write control characters. */
function escaped(value: string): string {
  return Array.from(value, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code < 0x20 || (code >= 0x7f && code < 0xa0) ? "\uFFFD" : (entities[character] ?? character);
  }).join("");
}

/** Two digits are enough for a pixel. */
function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
