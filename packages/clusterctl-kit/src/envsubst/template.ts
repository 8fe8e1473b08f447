// A text with `${...}` expansions, taken apart. parse-template.ts makes it, substitute.ts and list-variables.ts read it.
// Types alone: nothing here reads a text.

/** What stands between the name and the arguments of an expansion; the empty text is the plain `${NAME}`. */
export type Operator =
  | ""
  | "#"
  | "##"
  | "%"
  | "%%"
  | "/"
  | "//"
  | "/#"
  | "/%"
  | ":"
  | "^"
  | "^^"
  | ","
  | ",,"
  | "="
  | ":="
  | ":-"
  | ":?"
  | ":+"
  | "length";

/** A stretch of text that stays as it is. */
export interface TextSegment {
  readonly kind: "text";
  readonly text: string;
}

/** One `${NAME...}`; `offset` is where its `$` stands in the text as the author wrote it. */
export interface Expansion {
  readonly kind: "expansion";
  readonly name: string;
  readonly operator: Operator | (string & {});
  readonly args: readonly Segment[];
  readonly offset: number;
}

/** A part of a template, or one argument of an expansion. */
export type Segment = TextSegment | Expansion;
