// The character scanner under parse-template.ts. It follows drone/envsubst, the library inside clusterctl, step by step, because
// templates depend on its corner cases, which a grammar written from its manual would not reproduce. No recursion.

/** Which characters a word may contain: `index` counts from 1 within the word. */
export type Accept = (character: string, index: number) => boolean;

/** How a word is read. */
export interface WordRules {
  readonly accept: Accept;
  /** Whether `${` ends the word. */
  readonly stopsAtExpansion?: boolean;
  /** Characters that lose the escape before them: `$` in `$$`; `/` and `\` after a backslash. */
  readonly escapes?: "dollar" | "all";
}

/** NUL ends a template without a word, as in the original. */
const endOfText = "";

/** Reads one string from left to right. */
export class Scanner {
  offset = 0;
  readonly #text: string;

  constructor(text: string) {
    const nul = text.indexOf("\0");
    this.#text = nul < 0 ? text : text.slice(0, nul);
  }

  /** The character at the offset, empty at the end. */
  peek(ahead = 0): string {
    return this.#characterAt(this.offset + ahead);
  }

  /** Steps over `expected` when it is next. */
  take(expected: string): boolean {
    if (!this.#text.startsWith(expected, this.offset)) return false;
    this.offset += expected.length;
    return true;
  }

  /** The longest word by the rules, unescaped; undefined when not even its first character is accepted. */
  word(rules: WordRules): string | undefined {
    let word = "";
    for (let index = 1; ; index += 1) {
      const character = this.peek();
      if (character === endOfText || (rules.stopsAtExpansion === true && character === "$" && this.peek(1) === "{"))
        break;
      const escaped = this.#escaped(character, rules);
      if (escaped === undefined && !rules.accept(character, index)) break;
      word += escaped ?? character;
      this.offset += escaped === undefined ? character.length : 2;
    }
    return word === "" ? undefined : word;
  }

  #escaped(character: string, rules: WordRules): string | undefined {
    const next = rules.escapes === undefined ? endOfText : this.peek(1);
    if (character === "$" && next === "$") return next;
    return character === "\\" && rules.escapes === "all" && (next === "/" || next === "\\") ? next : undefined;
  }

  #characterAt(offset: number): string {
    const code = this.#text.codePointAt(offset);
    return code === undefined ? endOfText : String.fromCodePoint(code);
  }
}
