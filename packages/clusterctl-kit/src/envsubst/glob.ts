// The globs of the trim operators, as drone/envsubst matches them: `*` (slashes too), `?`, `[a-z]`, `[^a-z]`, `\c`. A broken glob
// matches nothing. It works on characters where the original works on bytes.
// Written by hand: regular expressions, and libraries made of them, try every division of the text between the stars, which takes
// minutes for eight of them. Here each piece between stars takes its first place that fits, which can only leave more for the others.
// A piece of plain characters is found in linear time. One with `?` or classes is compared at each place, and the budget of the substitution
// counts every comparison.
import type { Budget } from "./budget.ts";
import { placesOf } from "./places.ts";

/** `?` or a class. */
interface Wildcard {
  readonly fits: (character: string) => boolean;
  /** How many characters it is compared with. */
  readonly cost: number;
}

/** What stands between two stars: plain characters are strings. */
type Piece = readonly (string | Wildcard)[];

/** A glob, the characters of the value that it is compared with, and the budget of the substitution. */
export interface Comparison {
  readonly glob: string;
  readonly characters: readonly string[];
  readonly budget: Budget;
}

/**
 * The length of the shortest or the longest beginning of a string that a glob matches, in characters; it is never 0. Undefined when there is
 * none, and when the glob is broken.
 */
export function prefixLength(comparison: Comparison, which: "shortest" | "longest"): number | undefined {
  const { glob, characters, budget } = comparison;
  const [first, ...others] = parseGlob(budget.split(glob)) ?? [];
  if (first === undefined || !fitsAt(first, comparison, 0)) return undefined;
  const last = others.pop();
  if (last === undefined) return first.length === 0 ? undefined : first.length;
  let from = first.length;
  for (const piece of others) {
    const at = firstPlace(piece, comparison, from);
    if (at === undefined) return undefined;
    from = at + piece.length;
  }
  const at = which === "shortest" ? firstPlace(last, comparison, from) : lastPlace(last, comparison, from);
  if (at === undefined || characters.length === 0) return undefined;
  // Only stars match the empty text, and these match one character as well.
  return Math.max(1, at + last.length);
}

function fitsAt(piece: Piece, { characters, budget }: Comparison, at: number): boolean {
  if (at + piece.length > characters.length) return false;
  return piece.every((token, i) => {
    const character = characters[at + i] ?? "";
    budget.charge(typeof token === "string" ? 1 : token.cost);
    return typeof token === "string" ? token === character : token.fits(character);
  });
}

function firstPlace(piece: Piece, comparison: Comparison, from: number): number | undefined {
  const { characters } = comparison;
  if (isPlain(piece)) {
    const place = placesOf(piece, characters, from).next();
    return place.done === true ? undefined : place.value;
  }
  for (let at = from; at + piece.length <= characters.length; at += 1) if (fitsAt(piece, comparison, at)) return at;
  return undefined;
}

function lastPlace(piece: Piece, comparison: Comparison, from: number): number | undefined {
  const { characters } = comparison;
  if (piece.length === 0) return characters.length;
  if (isPlain(piece)) {
    let last: number | undefined;
    for (const place of placesOf(piece, characters, from)) last = place;
    return last;
  }
  for (let at = characters.length - piece.length; at >= from; at -= 1) if (fitsAt(piece, comparison, at)) return at;
  return undefined;
}

function isPlain(piece: Piece): piece is readonly string[] {
  return piece.every((token) => typeof token === "string");
}

/** The pieces between the stars; undefined when the glob is broken. */
function parseGlob(characters: readonly string[]): readonly Piece[] | undefined {
  let piece: (string | Wildcard)[] = [];
  const pieces = [piece];
  for (let at = 0; at < characters.length;) {
    if (characters[at] === "*") {
      piece = [];
      pieces.push(piece);
      at += 1;
      continue;
    }
    const token = tokenAt(characters, at);
    if (token === undefined) return undefined;
    piece.push(token.fitting);
    at = token.end;
  }
  return pieces;
}

interface Token {
  readonly fitting: string | Wildcard;
  /** The index after it. */
  readonly end: number;
}

const anyCharacter: Wildcard = { fits: () => true, cost: 1 };

function tokenAt(glob: readonly string[], at: number): Token | undefined {
  if (glob[at] === "?") return { fitting: anyCharacter, end: at + 1 };
  if (glob[at] === "[") return classAt(glob, at + 1);
  const one = characterAt(glob, at);
  return one === undefined ? undefined : { fitting: one.character, end: one.end };
}

/** A character, or one after a backslash. */
function characterAt(glob: readonly string[], at: number): { character: string; end: number } | undefined {
  const escaped = glob[at] === "\\";
  const character = glob[escaped ? at + 1 : at];
  return character === undefined ? undefined : { character, end: at + (escaped ? 2 : 1) };
}

/** `[^a-z\]]`, after its bracket: at least one range; `-` and `]` only escaped. A range from high to low matches nothing. */
function classAt(glob: readonly string[], start: number): Token | undefined {
  const negated = glob[start] === "^";
  const ranges: { readonly low: string; readonly high: string }[] = [];
  let at = negated ? start + 1 : start;
  for (; glob[at] !== "]";) {
    const low = inClass(glob, at);
    const high = low !== undefined && glob[low.end] === "-" ? inClass(glob, low.end + 1) : low;
    if (low === undefined || high === undefined) return undefined;
    ranges.push({ low: low.character, high: high.character });
    at = high.end;
  }
  if (ranges.length === 0) return undefined;
  const fits = (character: string): boolean =>
    ranges.some(({ low, high }) => low <= character && character <= high) !== negated;
  return { fitting: { fits, cost: ranges.length }, end: at + 1 };
}

function inClass(glob: readonly string[], at: number): ReturnType<typeof characterAt> {
  return glob[at] === "-" || glob[at] === "]" ? undefined : characterAt(glob, at);
}
