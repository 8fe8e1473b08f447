// Cuts a template of Go's text/template into tokens, with the errors of Go.
import { goQuoted } from "./go-errors.ts";

/** What a token is. */
export type TokenKind =
  | "assign"
  | "bool"
  | "char"
  | "charConstant"
  | "declare"
  | "dot"
  | "eof"
  | "error"
  | "field"
  | "identifier"
  | "keyword"
  | "leftDelimiter"
  | "leftParen"
  | "nil"
  | "number"
  | "complex"
  | "pipe"
  | "rawString"
  | "rightDelimiter"
  | "rightParen"
  | "space"
  | "string"
  | "text"
  | "variable";

/** A part of a template. */
export interface Token {
  readonly kind: TokenKind;
  readonly value: string;
  /** Where it begins. */
  readonly at: number;
  readonly line: number;
}

const keywords: ReadonlySet<string> = new Set([
  "block",
  "break",
  "continue",
  "define",
  "else",
  "end",
  "if",
  "range",
  "template",
  "with",
]);

const [left, right] = ["{{", "}}"];
const space = /[ \t\r\n]/;
const word = /[_\p{L}\p{Nd}]/u;

/** Reads the tokens of one template. The last one is that of its end, or an error. */
export class Lexer {
  readonly #input: string;
  #at = 0;
  #isInside = false;
  #parens = 0;
  #failed: Token | undefined;
  /** How far line ends are counted, and the line there: tokens come in their order, and each asks for its line. */
  #counted = 0;
  #line = 1;

  constructor(input: string) {
    this.#input = input;
  }

  next(): Token {
    if (this.#failed !== undefined) return this.#failed;
    return this.#isInside ? this.#inside() : this.#outside();
  }

  #lineAt(at: number): number {
    if (at < this.#counted) [this.#counted, this.#line] = [0, 1];
    for (; this.#counted < at; this.#counted += 1) if (this.#input[this.#counted] === "\n") this.#line += 1;
    return this.#line;
  }

  #token(kind: TokenKind, from: number, value = this.#input.slice(from, this.#at)): Token {
    return { kind, value, at: from, line: this.#lineAt(from) };
  }

  #fail(from: number, problem: string): Token {
    this.#failed = { kind: "error", value: problem, at: from, line: this.#lineAt(from) };
    return this.#failed;
  }

  #outside(): Token {
    const from = this.#at;
    const found = this.#input.indexOf(left, from);
    const end = found === -1 ? this.#input.length : found;
    this.#at = end;
    const isTrimmed = found !== -1 && this.#isLeftTrim(end + left.length);
    const text = this.#input.slice(from, end);
    const shown = isTrimmed ? text.slice(0, lengthWithoutSpace(text)) : text;
    if (shown !== "") return this.#token("text", from, shown);
    return found === -1 ? this.#token("eof", end, "EOF") : this.#leftDelimiter();
  }

  #isLeftTrim(at: number): boolean {
    return this.#input[at] === "-" && space.test(this.#input[at + 1] ?? "");
  }

  #leftDelimiter(): Token {
    const from = this.#at;
    const trim = this.#isLeftTrim(from + left.length) ? 2 : 0;
    if (this.#input.startsWith("/*", from + left.length + trim)) return this.#comment(from + left.length + trim);
    this.#at = from + left.length;
    const token = this.#token("leftDelimiter", from);
    this.#at += trim;
    this.#isInside = true;
    this.#parens = 0;
    return token;
  }

  #comment(from: number): Token {
    const end = this.#input.indexOf("*/", from + 2);
    if (end === -1) return this.#fail(from, "unclosed comment");
    this.#at = end + 2;
    const delimiter = this.#rightDelimiter();
    if (delimiter === 0) return this.#fail(from, "comment ends before closing delimiter");
    this.#skip(delimiter);
    return this.#outside();
  }

  /** The length of the delimiter that is here; 0 where there is none. */
  #rightDelimiter(): number {
    if (this.#input.startsWith(right, this.#at)) return right.length;
    const isTrim = space.test(this.#input[this.#at] ?? "") && this.#input.startsWith(`-${right}`, this.#at + 1);
    return isTrim ? right.length + 2 : 0;
  }

  /** Goes behind a delimiter, and behind the space that it trims. */
  #skip(delimiter: number): void {
    this.#at += delimiter;
    if (delimiter === right.length) return;
    while (space.test(this.#input[this.#at] ?? "")) this.#at += 1;
  }

  #inside(): Token {
    const from = this.#at;
    const delimiter = this.#rightDelimiter();
    if (delimiter > 0) {
      if (this.#parens > 0) return this.#fail(from, "unclosed left paren");
      const token = this.#token("rightDelimiter", from + delimiter - right.length, right);
      this.#skip(delimiter);
      this.#isInside = false;
      return token;
    }
    const character = this.#peek();
    if (character === "") return this.#fail(from, "unclosed action");
    if (space.test(character)) return this.#space(from);
    const isNumber = /[-+\d]/.test(character) || (character === "." && /\d/.test(this.#input[from + 1] ?? "0"));
    if (isNumber) return this.#number(from);
    if (word.test(character)) return this.#identifier(from);
    this.#at += character.length;
    return this.#mark(character, from);
  }

  /** The character here, which may be two units long. */
  #peek(): string {
    const point = this.#input.codePointAt(this.#at);
    return point === undefined ? "" : String.fromCodePoint(point);
  }

  #space(from: number): Token {
    while (space.test(this.#input[this.#at] ?? "") && (this.#at === from || this.#rightDelimiter() === 0))
      this.#at += 1;
    return this.#token("space", from);
  }

  #mark(character: string, from: number): Token {
    switch (character) {
      case "=":
        return this.#token("assign", from);
      case ":":
        this.#at += 1;
        return this.#input[from + 1] === "=" ? this.#token("declare", from) : this.#fail(from, "expected :=");
      case "|":
        return this.#token("pipe", from);
      case "(":
        this.#parens += 1;
        return this.#token("leftParen", from);
      case ")":
        this.#parens -= 1;
        return this.#parens < 0 ? this.#fail(from, "unexpected right paren") : this.#token("rightParen", from);
      case '"':
      case "'":
      case "`":
        return this.#quoted(character, from);
      case ".":
      case "$":
        return this.#name(character, from);
      default:
        return /^[!-~]$/.test(character)
          ? this.#token("char", from)
          : this.#fail(from, `unrecognized character in action: ${shown(character)}`);
    }
  }

  #quoted(quote: string, from: number): Token {
    const what = quote === "'" ? "character constant" : quote === "`" ? "raw quoted string" : "quoted string";
    for (;;) {
      const character = this.#input[this.#at];
      const isEnd = character === undefined || (character === "\n" && quote !== "`");
      if (isEnd) return this.#fail(from, `unterminated ${what}`);
      this.#at += 1;
      if (character === quote) break;
      if (character !== "\\" || quote === "`") continue;
      const escaped = this.#input[this.#at];
      if (escaped === undefined || escaped === "\n") return this.#fail(from, `unterminated ${what}`);
      this.#at += 1;
    }
    return this.#token(quote === "'" ? "charConstant" : quote === "`" ? "rawString" : "string", from);
  }

  /** A field or a variable, or the dot or the dollar alone. */
  #name(first: string, from: number): Token {
    if (this.#isTerminated()) return this.#token(first === "." ? "dot" : "variable", from);
    this.#skipWord();
    if (!this.#isTerminated()) return this.#fail(from, `bad character ${shown(this.#peek())}`);
    return this.#token(first === "." ? "field" : "variable", from);
  }

  #identifier(from: number): Token {
    this.#skipWord();
    if (!this.#isTerminated()) return this.#fail(from, `bad character ${shown(this.#peek())}`);
    const name = this.#input.slice(from, this.#at);
    if (keywords.has(name)) return this.#token("keyword", from);
    if (name === "nil") return this.#token("nil", from);
    return this.#token(name === "true" || name === "false" ? "bool" : "identifier", from);
  }

  #skipWord(): void {
    for (let next = this.#peek(); next !== "" && word.test(next); next = this.#peek()) this.#at += next.length;
  }

  #isTerminated(): boolean {
    const next = this.#peek();
    return next === "" || /[ \t\r\n.,|:)(]/.test(next) || this.#input.startsWith(right, this.#at);
  }

  #number(from: number): Token {
    const bad = (): Token => this.#fail(from, `bad number syntax: ${goQuoted(this.#input.slice(from, this.#at))}`);
    if (!this.#scanNumber()) return bad();
    if (!/^[-+]$/.test(this.#peek())) return this.#token("number", from);
    return this.#scanNumber() && this.#input[this.#at - 1] === "i" ? this.#token("complex", from) : bad();
  }

  #scanNumber(): boolean {
    const form =
      /[-+]?(?:0[xX][\da-fA-F_]*(?:\.[\da-fA-F_]*)?(?:[pP][-+]?[\d_]*)?|0[oO][0-7_]*(?:\.[0-7_]*)?|0[bB][01_]*(?:\.[01_]*)?|[\d_]*(?:\.[\d_]*)?(?:[eE][-+]?[\d_]*)?)i?/y;
    form.lastIndex = this.#at;
    this.#at += form.exec(this.#input)?.[0].length ?? 0;
    const next = this.#peek();
    if (next === "" || !word.test(next)) return true;
    this.#at += next.length;
    return false;
  }
}

/** A character as Go shows it in errors: its number, and itself where it can be seen. */
function shown(character: string): string {
  if (character === "") return "U+FFFFFFFFFFFFFFFF";
  const number = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
  return /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u.test(character) ? `${number} '${character}'` : number;
}

function lengthWithoutSpace(text: string): number {
  let end = text.length;
  while (end > 0 && space.test(text[end - 1] ?? "")) end -= 1;
  return end;
}
