// Whether a string is one mail address as Go's net/mail reads it, which the API server does for the format `email`: `a@b.c`,
// `Name <a@b.c>`, `a@b.c (Name)`, or a group of one. By hand and not as a regular expression: names, quotes and comments in any order make
// one that takes exponential time.
import { isIp } from "./ip-address.ts";

/** Whether the API server accepts the string for the format `email`. */
export function isMailAddress(value: string): boolean {
  const reader = new AddressReader(value);
  return reader.addresses({ inGroup: false }) === 1 && reader.comments() && reader.atEnd();
}

const special = new Set('()<>[]:;@\\,"');
const isVisible = (character: string): boolean => character > " " && character !== "\x7f";
const isBlank = (character: string): boolean => character === " " || character === "\t";
const isAtomCharacter = (character: string): boolean => isVisible(character) && !special.has(character);
const isLiteralCharacter = (character: string): boolean => isVisible(character) && !"[]\\".includes(character);

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
    const atom = this.#run(isAtomCharacter);
    return atom === "" ? undefined : kindOf(atom);
  }

  /** An atom whose dots are single and inside. */
  #dotAtom(): string | undefined {
    const atom = this.#run(isAtomCharacter);
    return atom === "" || atom.startsWith(".") || atom.endsWith(".") || atom.includes("..") ? undefined : atom;
  }

  /** What is in the quotes; the position stays when they do not end or have a control character. */
  #quoted(): string | undefined {
    for (let at = this.#at + 1; at < this.#value.length; at += 1) {
      const character = this.#value[at] ?? "";
      if (character === '"') {
        const content = this.#value.slice(this.#at + 1, at);
        this.#at = at + 1;
        return content;
      }
      if (character === "\\") at += 1;
      const quoted = this.#value[at] ?? "";
      if (!isVisible(quoted) && !isBlank(quoted)) return undefined;
    }
    return undefined;
  }

  #literal(): boolean {
    this.#take("[");
    return isIp(this.#run(isLiteralCharacter)) && this.#take("]");
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
    }
    return undefined;
  }

  #run(accepts: (character: string) => boolean): string {
    const from = this.#at;
    while (!this.atEnd() && accepts(this.#peek())) this.#at += 1;
    return this.#value.slice(from, this.#at);
  }

  #blanks(): void {
    this.#run(isBlank);
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
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const quotedPrintable = /^(?:=[0-9A-Fa-f]{2}|[ -<>-~])*$/;

/** How a word counts in a name. */
type Word = "plain" | "encoded" | "empty";

/** Whether a word is encoded (`=?charset?q?text?=`); undefined for one that Go could decode if it knew the character set. */
function kindOf(word: string): Word | undefined {
  const parts = word.split("?");
  const [start = "", charset = "", encoding = "", text = "", end = ""] = parts;
  if (parts.length !== 5 || start !== "=" || end !== "=" || charset === "") return "plain";
  const isDecoded = { b: base64.test(text), q: quotedPrintable.test(text) }[encoding.toLowerCase()] ?? false;
  if (!isDecoded) return "plain";
  if (!knownCharsets.has(charset.toLowerCase())) return undefined;
  return text === "" ? "empty" : "encoded";
}
