// The types of a parsed string with `${...}` expansions.

/** What is between the name and the arguments of an expansion; the empty string is the plain `${NAME}`. */
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

/** A string that stays unchanged. */
export interface TextSegment {
  readonly kind: "text";
  readonly text: string;
}

/** One `${NAME...}`; `offset` is the position of its `$` in the original string. */
export interface Expansion {
  readonly kind: "expansion";
  readonly name: string;
  readonly operator: Operator | (string & {});
  readonly args: readonly Segment[];
  readonly offset: number;
}

/** A part of a template, or one argument of an expansion. */
export type Segment = TextSegment | Expansion;
