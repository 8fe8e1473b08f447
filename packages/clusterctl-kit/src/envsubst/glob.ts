// The globs of the trim operators, as drone/envsubst matches them: `*` (slashes too), `?`, `[a-z]`, `[^a-z]`, `\c`.
// A broken glob matches nothing. It works on characters where the original works on bytes.

/** The glob as an anchored regular expression; undefined when it is broken. */
export function compileGlob(glob: string): RegExp | undefined {
  let pattern = "";
  for (let rest = glob; rest !== "";) {
    const token = nextToken(rest);
    if (token === undefined) return undefined;
    pattern += token.pattern;
    rest = rest.slice(token.length);
  }
  return new RegExp(`^${pattern}$`, "su");
}

interface Token {
  readonly pattern: string;
  readonly length: number;
}

function nextToken(rest: string): Token | undefined {
  const [character = ""] = rest;
  if (character === "*") return { pattern: ".*", length: 1 };
  if (character === "?") return { pattern: ".", length: 1 };
  if (character === "[") return classToken(rest);
  if (character !== "\\") return { pattern: quote(character), length: character.length };
  const [, escaped] = rest;
  return escaped === undefined ? undefined : { pattern: quote(escaped), length: 1 + escaped.length };
}

/** `[^a-z\]]`: at least one range; `-` and `]` only escaped. A range from high to low matches nothing. */
function classToken(rest: string): Token | undefined {
  const match = /^\[(\^?)((?:(?:\\.|[^\]\\-])(?:-(?:\\.|[^\]\\-]))?)+)\]/su.exec(rest);
  if (match === null) return undefined;
  const [whole, negated = "", ranges = ""] = match;
  const pattern = ranges.replace(/\\?(.)(?:-\\?(.))?/gsu, (_, low: string, high: string = low) =>
    low <= high ? `${quote(low)}-${quote(high)}` : "",
  );
  return { pattern: `[${negated}${pattern}]`, length: whole.length };
}

/** By number: what needs an escape differs inside and outside a class. */
function quote(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
