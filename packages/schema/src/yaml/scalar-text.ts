// The characters of a scalar where Go's reader and the parser of the yaml package read different ones: at the end of a file without a line feed, and behind an
// escaped line end. Compared with sigs.k8s.io/yaml v1.6.0.
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

const spacesAtEnd: UncertainText = {
  what: "the file ends with spaces in a block of text, where readers of YAML differ",
  help: "remove the spaces, or end the file with a line feed",
};

const spacesInBlock: UncertainText = {
  what: "a block of text whose indentation is given by a number ends with a line of spaces, where readers of YAML differ",
  help: "remove the line or its spaces",
};

/** A line of spaces, or several lines of which one has spaces. */
const spaces = /(?:\r?\n)*[ \t]+(?:\r?\n|$)/y;

/** Reads the scalars of one source. */
export class ScalarText {
  readonly #source: string;
  readonly #lastLine: "text" | "spaces" | "none";
  /** Whether an escaped line end is before an empty line anywhere. Hardly any source has one, and its scalars are not looked at one by one. */
  readonly #hasEscapedLineEnd: boolean;
  /** Whether the indentation of a block is given by a number anywhere. */
  readonly #hasNumber: boolean;

  constructor(source: string) {
    this.#source = source;
    const lastLine = source.slice(source.lastIndexOf("\n") + 1);
    if (lastLine === "") this.#lastLine = "none";
    else this.#lastLine = lastLine.trim() === "" ? "spaces" : "text";
    this.#hasNumber = /[|>][-+]?\d/.test(source);
    this.#hasEscapedLineEnd = /\\\r?\n[ \t]*\r?\n/.test(source);
  }

  /** The characters. In an alias, they were looked at before. */
  of(node: Scalar, inAlias: boolean): string | UncertainText {
    const value = typeof node.value === "string" ? node.value : "";
    if (node.type === "QUOTE_DOUBLE") return this.#isEscapedHere(node, inAlias) ? escapedLineEnd : value;
    const isBlock = node.type === "BLOCK_LITERAL" || node.type === "BLOCK_FOLDED";
    if (isBlock && this.#hasNumber && !inAlias && this.#endsWithSpaces(node)) return spacesInBlock;
    if (!isBlock || this.#lastLine === "none" || node.range?.[1] !== this.#source.length || !value.endsWith("\n"))
      return value;
    // The parser adds a line feed at the end of the file, and Go's reader does not.
    if (this.#lastLine === "text") return value.slice(0, -1);
    return /[ \t]/.test(value.at(-2) ?? "") ? spacesAtEnd : value;
  }

  /** The parser leaves such lines out of the block, except at the end of the file. */
  #endsWithSpaces({ range }: Scalar): boolean {
    const [start = 0, end = 0] = range ?? [];
    if (!/^[|>][-+]?\d/.test(this.#source.slice(start, start + 3))) return false;
    spaces.lastIndex = end;
    return spaces.test(this.#source) || (end === this.#source.length && this.#lastLine === "spaces");
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
