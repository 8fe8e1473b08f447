// Characters that end a line in Go's reader of YAML and not in the parser of the yaml package: what is behind them, in a comment for example, would mean nothing here
// and something to kubectl.

/** Such a character in a source. */
export interface ForeignLineEnd {
  readonly name: string;
  readonly offset: number;
}

const names: Readonly<Record<string, string>> = {
  "\r": "a carriage return (U+000D) without a line feed",
  "\u0085": "a next line (U+0085)",
  "\u2028": "a line separator (U+2028)",
  "\u2029": "a paragraph separator (U+2029)",
};

const foreign = /\r(?!\n)|[\u0085\u2028\u2029]/;

/** The source as both readers read it, with the same offsets; or the first character that they read differently. */
export function withoutForeignLineEnds(source: string): string | ForeignLineEnd {
  const found = foreign.exec(source);
  if (found === null) return source;
  // kubectl reads JSON as JSON. There, the characters of Unicode are as others in a string, and a carriage return is a space between values.
  if (/^\s*\{/.test(source) && isJson(source)) return source.replaceAll(/\r(?!\n)/g, " ");
  return { name: names[found[0]] ?? "", offset: found.index };
}

function isJson(source: string): boolean {
  try {
    JSON.parse(source);
    return true;
  } catch {
    return false;
  }
}
