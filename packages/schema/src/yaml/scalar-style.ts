// Which of YAML's styles a string may be written in, as libyaml's port in Go decides it (yaml_emitter_analyze_scalar).
// write-scalar.ts asks; the decision knows nothing of columns or indentation.
import { isPlainString } from "./plain-meaning.ts";

/** The styles the Go encoder writes strings in. */
export type ScalarStyle = "plain" | "single" | "double" | "literal";

interface Allowed {
  readonly plain: boolean;
  readonly single: boolean;
  readonly literal: boolean;
}

const firstIndicators = new Set(",[]{}&*!|>'\"%@`#");
// The Basic Multilingual Plane without control characters, surrogates and the byte order mark: others are escaped. So are
// Unicode's own line breaks, which Go's reader already folds away on its path from JSON.
const unprintable = /[^\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]/;

/** The style of a string; mapping keys (`key`) cannot be literals. */
export function scalarStyle(value: string, key: boolean): ScalarStyle {
  const allowed = analyse(value);
  if (value.includes("\n") && !key) return allowed.literal ? "literal" : "double";
  if (value.includes("\n") || !isPlainString(value)) return "double";
  if (allowed.plain && value !== "") return "plain";
  return allowed.single ? "single" : "double";
}

/** Whether YAML prints the character as it is, also inside double quotes. */
export function isPrintable(character: string): boolean {
  return !unprintable.test(character);
}

function analyse(value: string): Allowed {
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
