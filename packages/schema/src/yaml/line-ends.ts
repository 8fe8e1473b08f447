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

/** A space of Unicode that is not one of YAML. Go's tools take it for a space where they divide a file into documents. */
const foreignSpace = "[\\u00A0\\u1680\\u2000-\\u200A\\u202F\\u205F\\u3000]";

/** A line with `---` that is a line of a document for YAML, and may divide documents for kubectl; or a file that is JSON for kubectl alone. */
const dividers: readonly (readonly [RegExp, string])[] = [
  [
    new RegExp(`^---(?:[^ \\t\\r\\n]|[ \\t]+${foreignSpace})`, "m"),
    "a line begins with --- and something else than a space",
  ],
  [new RegExp(`^[ \\t\\r\\n]*${foreignSpace}`), "the file begins with a space that YAML does not know"],
];

/** What kubectl takes for the border of a document, or for another format, and YAML does not. */
export function foreignDivider(source: string): ForeignLineEnd | undefined {
  for (const [pattern, name] of dividers) {
    const found = pattern.exec(source);
    if (found !== null) return { name, offset: found.index };
  }
  return undefined;
}

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
