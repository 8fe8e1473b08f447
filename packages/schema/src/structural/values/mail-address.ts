// Whether a string is one mail address as Go's net/mail reads it, which the API server does for the format `email`: `a@b.c`,
// `Name <a@b.c>`, `a@b.c (Name)`, or a group of one. By hand and not as a regular expression: names, quotes and comments in any order make
// one that takes exponential time.
import { isIp } from "./ip-address.ts";

/** Whether the API server accepts the string for the format `email`. */
export function isMailAddress(value: string): boolean {
  const reader = new AddressReader(value);
  return reader.addresses({ inGroup: false }) === 1 && reader.comments() && reader.atEnd();
}

// Of single characters only: V8 runs out of stack in megabytes of repeated groups.
/* oxlint-disable no-control-regex -- control characters are in no part of an address */
const blanks = /[ \t]*/y;
const atom = /[^\0-\x20\x7f()<>[\]:;@\\,"]*/y;
const literal = /[^\0-\x20\x7f[\]\\]*/y;
const quoted = /[^\0-\x08\n-\x1f\x7f"\\]*/y;
const escaped = /[^\0-\x08\n-\x1f\x7f]/;
const commented = /[^()\\]*/y;
/* oxlint-enable no-control-regex */

/** Reads from left to right. A method that fails may have moved the position, unless it says otherwise. */
class AddressReader {
  readonly #value: string;
  #at = 0;

  constructor(value: string) {
    this.#value = value;
  }

  atEnd(): boolean {
    return this.#at === this.#value.length;
  }

  /** How many addresses there are at this place; undefined when there is none, or something is wrong. */
  addresses({ inGroup }: { readonly inGroup: boolean }): number | undefined {
    this.#blanks();
    if (this.#plainAddress()) {
      this.#blanks();
      return this.#peek() !== "(" || this.#nameComment() ? 1 : undefined;
    }
    if (this.#peek() !== "<" && !this.#phrase()) return undefined;
    this.#blanks();
    if (!inGroup && this.#take(":")) return this.#group();
    return this.#take("<") && this.#plainAddress() && this.#take(">") ? 1 : undefined;
  }

  /** Blanks and comments; false when a comment does not end. */
  comments(): boolean {
    this.#blanks();
    while (this.#peek() === "(") {
      if (this.#comment() === undefined) return false;
      this.#blanks();
    }
    return true;
  }

  /** `a, b;` */
  #group(): number | undefined {
    let count = 0;
    this.#blanks();
    if (this.#take(";")) return this.comments() ? count : undefined;
    for (;;) {
      const found = this.addresses({ inGroup: true });
      if (found === undefined || !this.comments()) return undefined;
      count += found;
      if (this.#take(";")) return this.comments() ? count : undefined;
      if (!this.#take(",")) return undefined;
    }
  }

  /** `a@b.c`; the position stays when there is none. */
  #plainAddress(): boolean {
    const from = this.#at;
    this.#blanks();
    const local = this.#peek() === '"' ? this.#quoted() : this.#dotAtom();
    if (local !== undefined && local !== "" && this.#take("@")) {
      this.#blanks();
      if (this.#peek() === "[" ? this.#literal() : this.#dotAtom() !== undefined) return true;
    }
    this.#at = from;
    return false;
  }

  /** The words of a name. A word that cannot be read ends it; the first must be readable. Comments follow words that are not encoded. */
  #phrase(): boolean {
    let words = 0;
    let isEncoded = false;
    for (;;) {
      if (words > 0 && !this.comments()) return false;
      this.#blanks();
      if (this.atEnd()) return true;
      const word = this.#word();
      if (word === undefined) return words > 0 || isEncoded;
      if (word === "plain") words += 1;
      isEncoded = word === "encoded" || (word === "empty" && isEncoded);
    }
  }

  #word(): Word | undefined {
    if (this.#peek() === '"') return this.#quoted() === undefined ? undefined : "plain";
    const word = this.#run(atom);
    return word === "" ? undefined : kindOf(word);
  }

  /** An atom whose dots are single and inside. */
  #dotAtom(): string | undefined {
    const found = this.#run(atom);
    return found === "" || found.startsWith(".") || found.endsWith(".") || found.includes("..") ? undefined : found;
  }

  /** What is in the quotes; the position stays when they do not end or have a control character. */
  #quoted(): string | undefined {
    for (let at = this.#at + 1; ; at += 2) {
      at = this.#endOf(quoted, at);
      if (this.#value[at] === '"') {
        const content = this.#value.slice(this.#at + 1, at);
        this.#at = at + 1;
        return content;
      }
      if (this.#value[at] !== "\\" || !escaped.test(this.#value[at + 1] ?? "")) return undefined;
    }
  }

  #literal(): boolean {
    this.#take("[");
    return isIp(this.#run(literal)) && this.#take("]");
  }

  /** A comment that is the name of the address before it. */
  #nameComment(): boolean {
    const comment = this.#comment();
    return comment !== undefined && comment.split(/[ \t]/).every((word) => kindOf(word) !== undefined);
  }

  /** The content of a comment, which may have others inside; undefined when it does not end. */
  #comment(): string | undefined {
    const from = this.#at;
    let depth = 0;
    while (!this.atEnd()) {
      const character = this.#value[this.#at];
      if (character === "\\") this.#at += 1;
      else if (character === "(") depth += 1;
      else if (character === ")") depth -= 1;
      this.#at = Math.min(this.#at + 1, this.#value.length);
      if (depth === 0) return this.#value.slice(from + 1, this.#at - 1);
      this.#run(commented);
    }
    return undefined;
  }

  #run(characters: RegExp): string {
    const from = this.#at;
    this.#at = this.#endOf(characters, from);
    return this.#value.slice(from, this.#at);
  }

  /** Where a run of characters ends that begins at a place. */
  #endOf(characters: RegExp, from: number): number {
    characters.lastIndex = from;
    characters.test(this.#value);
    return characters.lastIndex;
  }

  #blanks(): void {
    this.#run(blanks);
  }

  #peek(): string {
    return this.#value[this.#at] ?? "";
  }

  #take(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at += 1;
    return true;
  }
}

const knownCharsets = new Set(["iso-8859-1", "us-ascii", "utf-8"]);
const isBase64 = (text: string): boolean => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
const isQuotedPrintable = (text: string): boolean => /^[ -~]*$/.test(text) && !/=(?![0-9A-Fa-f]{2})/.test(text);

/** How a word counts in a name. */
type Word = "plain" | "encoded" | "empty";

/** Whether a word is encoded (`=?charset?q?text?=`); undefined for one that Go could decode if it knew the character set. */
function kindOf(word: string): Word | undefined {
  const parts = word.split("?", 6);
  const [start = "", charset = "", encoding = "", text = "", end = ""] = parts;
  if (parts.length !== 5 || start !== "=" || end !== "=" || charset === "") return "plain";
  const isDecoded = { b: isBase64(text), q: isQuotedPrintable(text) }[encoding.toLowerCase()] ?? false;
  if (!isDecoded) return "plain";
  if (!knownCharsets.has(charset.toLowerCase())) return undefined;
  return text === "" ? "empty" : "encoded";
}
