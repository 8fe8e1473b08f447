// Decides in which of YAML's styles a string is written, as libyaml's port in Go does (yaml_emitter_analyze_scalar).
import { isPlainString } from "./plain-meaning.ts";

/** The styles the Go encoder writes strings in. */
export type ScalarStyle = "plain" | "single" | "double" | "literal";

interface Allowed {
  readonly plain: boolean;
  readonly single: boolean;
  readonly literal: boolean;
}

const firstIndicators = new Set(",[]{}&*!|>'\"%@`#");
// All characters but those of the Basic Multilingual Plane without control characters, surrogates, the byte order mark and Unicode's own
// line breaks.
const unprintable = /[^\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]/;

/** Without quotes, readers take this key for an order to merge another map. Go's encoder writes it so. */
const mergeKey = "<<";

/** The style of a string; mapping keys (`key`) cannot be literals. */
export function scalarStyle(value: string, key: boolean): ScalarStyle {
  const allowed = analyze(value);
  if (value.includes("\n") && !key) return allowed.literal ? "literal" : "double";
  if (value.includes("\n") || !isPlainString(value) || (key && value === mergeKey)) return "double";
  if (allowed.plain && value !== "") return "plain";
  return allowed.single ? "single" : "double";
}

/** Whether YAML prints the character unescaped, also inside double quotes. */
export function isPrintable(character: string): boolean {
  return !unprintable.test(character);
}

function analyze(value: string): Allowed {
  const escapes = unprintable.test(value) || value.includes(" \n");
  const single = !escapes && !value.includes("\n ");
  const edges = /^[ \n]|[ \n]$/.test(value);
  return {
    literal: !escapes && !value.endsWith(" "),
    single,
    plain: single && !edges && !value.includes("\n") && !hasIndicators(value),
  };
}

function hasIndicators(value: string): boolean {
  if (/^(?:---|\.\.\.)/.test(value) || /: |:$| #/.test(value)) return true;
  return firstIndicators.has(value.charAt(0)) || /^[?:-](?: |$)/.test(value);
}
