// Encodes the elements of DER (ITU-T X.690) that an X.509 certificate consists of. It only encodes, and never parses input.

/** One element: tag, length, content. */
export function element(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag]), length(body.length), body]);
}

/** A SEQUENCE of the given elements. */
export function derSequence(...content: readonly Uint8Array[]): Buffer {
  return element(0x30, ...content);
}

/** A SET of the given elements. */
export function set(...content: readonly Uint8Array[]): Buffer {
  return element(0x31, ...content);
}

/** An explicitly tagged element, `[number]`. */
export function tagged(number: number, ...content: readonly Uint8Array[]): Buffer {
  return element(0xa0 | number, ...content);
}

/** A primitive element with an implicit tag, `[number] IMPLICIT`. */
export function implicit(number: number, content: Uint8Array): Buffer {
  return element(0x80 | number, content);
}

/** A positive INTEGER from its big-endian bytes. */
export function integer(bytes: Uint8Array): Buffer {
  const negative = ((bytes[0] ?? 0) & 0x80) !== 0;
  return element(0x02, ...(negative ? [Buffer.from([0])] : []), bytes);
}

/** A BOOLEAN that is true; DER omits those that are false. */
export function booleanTrue(): Buffer {
  return element(0x01, Buffer.from([0xff]));
}

/** A BIT STRING whose last `unused` bits are padding. */
export function bitString(bytes: Uint8Array, unused = 0): Buffer {
  return element(0x03, Buffer.from([unused]), bytes);
}

/** An OCTET STRING. */
export function octetString(bytes: Uint8Array): Buffer {
  return element(0x04, bytes);
}

/** A UTF8String. */
export function utf8String(value: string): Buffer {
  return element(0x0c, Buffer.from(value, "utf8"));
}

/** A Time: UTCTime through 2049 and GeneralizedTime after, as RFC 5280 requires. */
export function time(at: Date): Buffer {
  const digits = at.toISOString().replaceAll(/[-:T]/g, "").slice(0, 14);
  const short = at.getUTCFullYear() < 2050;
  return element(short ? 0x17 : 0x18, Buffer.from(`${short ? digits.slice(2) : digits}Z`, "ascii"));
}

/** An OBJECT IDENTIFIER from its dotted form. */
export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  return element(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

/** Seven bits per byte, the high bit set in all but the last. */
function base128(value: number): number[] {
  const bytes = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes.unshift((rest & 0x7f) | 0x80);
  return bytes;
}

function length(size: number): Buffer {
  if (size < 0x80) return Buffer.from([size]);
  const hex = size.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, "hex");
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes]);
}
