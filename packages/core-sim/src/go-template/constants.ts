// Constants of templates as Go reads them: numbers and quoted strings.
import type { NumberNode } from "./nodes.ts";

const escapes: Readonly<Record<string, string>> = {
  a: "\u0007",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
};

/** What is between quotes; undefined where that is no string of Go. */
export function unquoted(quoted: string): string | undefined {
  const [quote, inner] = [quoted[0], quoted.slice(1, -1)];
  if (quote === "`") return inner.replaceAll("\r", "");
  const part = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-7]{3})|(.))|([^\\])/gsuy;
  let text = "";
  let end = 0;
  for (const found of inner.matchAll(part)) {
    const [whole, byte, short, long, octal, escape, plain] = found;
    const digits = byte ?? short ?? long;
    const point = digits === undefined ? Number.parseInt(octal ?? "", 8) : Number.parseInt(digits, 16);
    const character = escape === undefined ? (plain ?? characterOf(point)) : escape === quote ? quote : escapes[escape];
    if (character === undefined) return undefined;
    text += character;
    end += whole.length;
  }
  return end === inner.length ? text : undefined;
}

function characterOf(point: number): string | undefined {
  const isNone = Number.isNaN(point) || point > 0x10ffff || (point >= 0xd800 && point < 0xe000);
  return isNone ? undefined : String.fromCodePoint(point);
}

const integer = /^([-+]?)(0[xX](?:_?[\da-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|0(?:_?[0-7])*|[1-9](?:_?\d)*)$/;
const float = /^[-+]?(?:\d(?:_?\d)*(?:\.(?:\d(?:_?\d)*)?)?|\.\d(?:_?\d)*)(?:[eE][-+]?\d(?:_?\d)*)?$/;
const [least, most] = [-(2n ** 63n), 2n ** 63n - 1n];

/** A number, or what Go says where it is none. */
export function numberConstant(at: number, written: string): NumberNode | string {
  const value = integerOf(written);
  if (value !== undefined && value >= least && value <= most)
    return { kind: "number", at, written, integer: value, float: Number(value), isFloat: false };
  const quoted = JSON.stringify(written);
  if (value === undefined && !float.test(written)) return `illegal number syntax: ${quoted}`;
  const number = Number(written.replaceAll("_", ""));
  if (!/[.eEpP]/.test(written)) return `integer overflow: ${quoted}`;
  if (!Number.isFinite(number)) return `illegal number syntax: ${quoted}`;
  const whole = Number.isInteger(number) && Math.abs(number) < 2 ** 63 ? BigInt(number) : undefined;
  return { kind: "number", at, written, integer: whole, float: number, isFloat: true };
}

function integerOf(written: string): bigint | undefined {
  const [, sign = "", digits] = integer.exec(written) ?? [];
  if (digits === undefined) return undefined;
  const plain = digits.replaceAll("_", "");
  const value = BigInt(/^0\d/.test(plain) ? `0o${plain.slice(1)}` : plain);
  return sign === "-" ? -value : value;
}

/** The number of a character in quotes. */
export function characterConstant(at: number, written: string): NumberNode | string {
  // The reader of Go sees the closing quote first.
  if (written === "''") return "invalid syntax";
  const character = unquoted(written);
  if (character === undefined || Array.from(character).length !== 1) return `malformed character constant: ${written}`;
  const point = character.codePointAt(0) ?? 0;
  return { kind: "number", at, written, integer: BigInt(point), float: point, isFloat: false };
}
