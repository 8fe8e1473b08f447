// The globs of the trim operators, as drone/envsubst matches them: `*` (slashes too), `?`, `[a-z]`, `[^a-z]`, `\c`. A broken glob
// matches nothing. It works on characters where the original works on bytes.
// Written by hand: regular expressions, and libraries made of them, try every division of the text between the stars, which takes
// minutes for eight of them. Here each piece between stars takes its first place that fits, which can only leave more for the others.

/** Whether one character fits. */
type Fits = (character: string) => boolean;

/** What stands between two stars. */
type Piece = readonly Fits[];

/**
 * The length of the shortest or the longest beginning of a string that a glob matches, in characters; it is never 0. Undefined when there is
 * none, and when the glob is broken.
 */
export function prefixLength(
  glob: string,
  characters: readonly string[],
  which: "shortest" | "longest",
): number | undefined {
  const [first, ...others] = parseGlob(glob) ?? [];
  if (first === undefined || !fitsAt(first, characters, 0)) return undefined;
  const last = others.pop();
  if (last === undefined) return first.length === 0 ? undefined : first.length;
  let from = first.length;
  for (const piece of others) {
    const at = firstPlace(piece, characters, from);
    if (at === undefined) return undefined;
    from = at + piece.length;
  }
  const at = which === "shortest" ? firstPlace(last, characters, from) : lastPlace(last, characters, from);
  if (at === undefined || characters.length === 0) return undefined;
  // Only stars match the empty text, and these match one character as well.
  return Math.max(1, at + last.length);
}

function fitsAt(piece: Piece, characters: readonly string[], at: number): boolean {
  if (at + piece.length > characters.length) return false;
  return piece.every((fits, i) => fits(characters[at + i] ?? ""));
}

function firstPlace(piece: Piece, characters: readonly string[], from: number): number | undefined {
  for (let at = from; at + piece.length <= characters.length; at += 1) if (fitsAt(piece, characters, at)) return at;
  return undefined;
}

function lastPlace(piece: Piece, characters: readonly string[], from: number): number | undefined {
  for (let at = characters.length - piece.length; at >= from; at -= 1) if (fitsAt(piece, characters, at)) return at;
  return undefined;
}

/** The pieces between the stars; undefined when the glob is broken. */
function parseGlob(glob: string): readonly Piece[] | undefined {
  let piece: Fits[] = [];
  const pieces = [piece];
  const characters = Array.from(glob);
  for (let at = 0; at < characters.length;) {
    if (characters[at] === "*") {
      piece = [];
      pieces.push(piece);
      at += 1;
      continue;
    }
    const token = tokenAt(characters, at);
    if (token === undefined) return undefined;
    piece.push(token.fits);
    at = token.end;
  }
  return pieces;
}

interface Token {
  readonly fits: Fits;
  /** The index after it. */
  readonly end: number;
}

function tokenAt(glob: readonly string[], at: number): Token | undefined {
  if (glob[at] === "?") return { fits: () => true, end: at + 1 };
  if (glob[at] === "[") return classAt(glob, at + 1);
  const one = characterAt(glob, at);
  return one === undefined ? undefined : { fits: (character) => character === one.character, end: one.end };
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
  const within: Fits = (character) => ranges.some(({ low, high }) => low <= character && character <= high);
  return { fits: negated ? (character) => !within(character) : within, end: at + 1 };
}

function inClass(glob: readonly string[], at: number): ReturnType<typeof characterAt> {
  return glob[at] === "-" || glob[at] === "]" ? undefined : characterAt(glob, at);
}
