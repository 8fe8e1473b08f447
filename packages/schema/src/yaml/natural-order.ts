// The order of mapping keys in Go's YAML: letters after all other characters, runs of digits by their value, otherwise by code point. Only
// YAML has this order; Kubernetes orders names by bytes.

const letter = /^\p{L}$/u;
const digit = /^\p{Nd}$/u;

/** Compares two keys as the Go encoder does: negative, zero or positive. */
export function compareNaturally(a: string, b: string): number {
  return compareLetters(a, b) ?? compareCharacters(a, b);
}

/** Covers nearly all keys of real documents: the first difference is between two ASCII letters. */
function compareLetters(a: string, b: string): number | undefined {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const [left, right] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (left !== right) return isAsciiLetter(left) && isAsciiLetter(right) ? left - right : undefined;
  }
  return undefined;
}

function isAsciiLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

function compareCharacters(a: string, b: string): number {
  const left = Array.from(a);
  const right = Array.from(b);
  const shared = Math.min(left.length, right.length);
  for (let i = 0; i < shared; i++) {
    const l = left[i] ?? "";
    const r = right[i] ?? "";
    if (l !== r) return compareFrom(left, right, i);
  }
  return left.length - right.length;
}

function compareFrom(left: readonly string[], right: readonly string[], i: number): number {
  const l = left[i] ?? "";
  const r = right[i] ?? "";
  const leftIsLetter = letter.test(l);
  const rightIsLetter = letter.test(r);
  if (leftIsLetter && rightIsLetter) return codePoint(l) - codePoint(r);
  if (leftIsLetter || rightIsLetter) return rightIsLetter ? -1 : 1;
  // A zero inside a longer number is a digit of it, not a leading zero: "102" and "12" differ as 102 and 12 do.
  const carry = (l === "0" || r === "0") && insideNumber(left, i) ? 1n : 0n;
  const leftRun = digitRun(left, i, carry);
  const rightRun = digitRun(right, i, carry);
  if (leftRun.value !== rightRun.value) return leftRun.value < rightRun.value ? -1 : 1;
  return leftRun.end - rightRun.end || codePoint(l) - codePoint(r);
}

function insideNumber(key: readonly string[], i: number): boolean {
  for (let j = i - 1; j >= 0 && digit.test(key[j] ?? ""); j--) {
    if (key[j] !== "0") return true;
  }
  return false;
}

function digitRun(key: readonly string[], start: number, carry: bigint): { value: bigint; end: number } {
  let value = carry;
  let end = start;
  for (; end < key.length && digit.test(key[end] ?? ""); end++) {
    // Go adds the distance from "0" in 64 bits, wrapping; other scripts' digits are therefore large numbers.
    value = BigInt.asIntN(64, value * 10n + BigInt(codePoint(key[end] ?? "0") - 48));
  }
  return { value, end };
}

function codePoint(character: string): number {
  return character.codePointAt(0) ?? 0;
}
