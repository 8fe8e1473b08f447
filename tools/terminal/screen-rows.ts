// What a terminal shows, as parts of one style each: the rows of a recording.
import type { IBufferCell, Terminal } from "@xterm/headless";
import { recordedColors } from "./recorded-colors.ts";

/** How a part looks. */
export interface PartStyle {
  /** The number of a color of the terminal; its usual one without. */
  readonly color: number | undefined;
  readonly isBold: boolean;
  readonly isDim: boolean;
}

/** Characters of one style, from a column on. */
export interface RowPart {
  readonly column: number;
  readonly columns: number;
  readonly value: string;
  readonly style: PartStyle;
}

/** The parts of a row from left to right; spaces between them are left out. */
export type ScreenRow = readonly RowPart[];

/** The rows that are seen now. */
export function screenRows({ buffer, rows }: Terminal): readonly ScreenRow[] {
  const { active } = buffer;
  return Array.from({ length: rows }, (_, row) => {
    const line = active.getLine(active.baseY + row);
    const cells = Array.from({ length: line?.length ?? 0 }, (_, column) => partOf(line?.getCell(column), column));
    return joined(cells.filter((cell) => cell !== undefined));
  });
}

/** A cell as a part of its own; none for the right half of a wide character. */
function partOf(cell: IBufferCell | undefined, column: number): RowPart | undefined {
  if (cell === undefined || cell.getWidth() === 0) return undefined;
  const color = cell.isFgPalette() ? cell.getFgColor() : undefined;
  if (cell.isFgRGB() || (color !== undefined && !recordedColors.has(color)) || !cell.isBgDefault() || cell.isInverse())
    throw new Error(`column ${column} has a color that a recording does not know: add it to the recording`);
  const style = { color, isBold: cell.isBold() !== 0, isDim: cell.isDim() !== 0 };
  return { column, columns: cell.getWidth(), value: cell.getChars() || " ", style };
}

/** Neighbors of one style as one part, without the spaces around it. */
function joined(cells: readonly RowPart[]): ScreenRow {
  const parts: RowPart[] = [];
  for (const cell of cells) {
    const before = parts.at(-1);
    const isSame = before !== undefined && styleKey(before.style) === styleKey(cell.style);
    if (isSame)
      parts[parts.length - 1] = {
        ...before,
        columns: before.columns + cell.columns,
        value: before.value + cell.value,
      };
    else parts.push(cell);
  }
  return parts.map(withoutSpaces).filter(({ value }) => value !== "");
}

function withoutSpaces(part: RowPart): RowPart {
  const left = part.value.length - part.value.trimStart().length;
  const right = part.value.length - part.value.trimEnd().length;
  return { ...part, column: part.column + left, columns: part.columns - left - right, value: part.value.trim() };
}

function styleKey({ color, isBold, isDim }: PartStyle): string {
  return `${color} ${isBold} ${isDim}`;
}
