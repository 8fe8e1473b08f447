// The characters of a scalar where Go's reader and the parser of the yaml package read different ones: behind an escaped line end, and in blocks of spaces.
// Compared with sigs.k8s.io/yaml v1.6.0.
import type { Scalar } from "yaml";

/** Why the characters of a scalar are uncertain, and what to write instead. */
export interface UncertainText {
  readonly what: string;
  readonly help: string;
}

const escapedLineEnd: UncertainText = {
  what: "an escaped line end is before an empty line, where readers of YAML differ",
  help: "write \\n for each empty line, on one line",
};

const spacesInBlock: UncertainText = {
  what: "a block of text whose indentation is given by a number has lines of spaces at its end, where readers of YAML differ",
  help: "remove the lines or their spaces",
};

/** Empty lines and lines of spaces, of which one has spaces. */
const spaces = /(?:\r?\n)*[ \t]+(?:\r?\n|$)/y;

/** Reads the scalars of one source. */
export class ScalarText {
  readonly #source: string;
  /** Whether an escaped line end is before an empty line anywhere. Hardly any source has one, and its scalars are not looked at one by one. */
  readonly #hasEscapedLineEnd: boolean;
  /** Whether the indentation of a block is given by a number anywhere. */
  readonly #hasNumber: boolean;

  constructor(source: string) {
    this.#source = source;
    this.#hasNumber = /[|>][-+]?\d/.test(source);
    this.#hasEscapedLineEnd = /\\\r?\n[ \t]*\r?\n/.test(source);
  }

  /** The characters. In an alias, they were looked at before. */
  of(node: Scalar, inAlias: boolean): string | UncertainText {
    const value = typeof node.value === "string" ? node.value : "";
    if (node.type === "QUOTE_DOUBLE") return this.#isEscapedHere(node, inAlias) ? escapedLineEnd : value;
    const isBlock = node.type === "BLOCK_LITERAL" || node.type === "BLOCK_FOLDED";
    return isBlock && this.#hasNumber && !inAlias && this.#endsWithSpaces(node) ? spacesInBlock : value;
  }

  /** The parser leaves such lines out of the block, except where it has no others. */
  #endsWithSpaces({ range }: Scalar): boolean {
    const [start = 0, end = 0] = range ?? [];
    if (!/^[|>][-+]?\d/.test(this.#source.slice(start, start + 3))) return false;
    const body = this.#source.indexOf("\n", start) + 1;
    const lines = body > 0 && body < end ? this.#source.slice(body, end) : "";
    if (lines.trim() === "" && /[ \t]/.test(lines)) return true;
    spaces.lastIndex = end;
    return spaces.test(this.#source);
  }

  #isEscapedHere({ range }: Scalar, inAlias: boolean): boolean {
    if (!this.#hasEscapedLineEnd || inAlias) return false;
    const written = this.#source.slice(range?.[0], range?.[1]);
    // Escapes are read from left to right: the second of two backslashes escapes nothing.
    return (written.match(/\\(?:\r?\n[ \t]*\r?\n|[^])/g) ?? []).some(
      (escape) => escape.length > 2 && escape !== "\\\r\n",
    );
  }
}
