// clusterctl's rewrite before parsing: `${ NAME }` loses its whitespace, newlines too. Positions stay those of the original.
import { lastIndexBefore } from "./positions.ts";

const spaced = /\$\{[\t\n\f\r ]*[A-Za-z0-9_$]+[\t\n\f\r ]*\}/g;

/** A rewritten string with the original position of each character. */
export interface RewrittenText {
  readonly text: string;
  /** The offset in the original of an offset in `text`. */
  readonly originOf: (offset: number) => number;
}

/** Removes the whitespace of every spaced expansion. */
export function dropLegacySpaces(original: string): RewrittenText {
  const shifts: { readonly from: number; readonly by: number }[] = [];
  let removed = 0;
  const text = original.replace(spaced, (match: string, offset: number) => {
    const packed = match.replace(/[\t\n\f\r ]/g, "");
    if (packed.length !== match.length) {
      const start = offset - removed;
      removed += match.length - packed.length;
      shifts.push({ from: start + packed.length, by: removed });
    }
    return packed;
  });
  const starts = shifts.map(({ from }) => from);
  return { text, originOf: (offset) => offset + (shifts[lastIndexBefore(starts, offset)]?.by ?? 0) };
}

/** The expansions from which clusterctl would remove whitespace, whatever is escaped in them. */
export function legacySpaces(text: string): { readonly index: number; readonly match: string }[] {
  return [...text.matchAll(spaced)].flatMap(({ index, 0: match }) => (/\s/.test(match) ? [{ index, match }] : []));
}
