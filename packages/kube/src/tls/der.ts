// Reads DER, the encoding of certificates and keys. By hand, because this must come before OpenSSL, which computes with a key while it decodes
// it, and because libraries for ASN.1 are larger than this package. One way to write each value: what DER does not allow is no element here, so
// that OpenSSL cannot see something else in the same bytes.

/** One element: its tag, and the bytes in it. */
export interface DerElement {
  readonly tag: number;
  readonly content: Buffer;
}

/** Tags of ASN.1 that certificates and keys have. */
export const tags = {
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  nothing: 0x05,
  objectId: 0x06,
  sequence: 0x30,
} as const;

/** The tag of the field `[number]` of a structure. */
export const fieldTag = (number: number): number => 0xa0 + number;

const isConstructed = 0x20;
const tagNumber = 0x1f;
/** Certificates and keys have eight or so. */
const mostLevels = 16;

/** The elements that fill the bytes. None when something in them is not DER, at any level. */
export function elementsOf(bytes: Buffer): readonly DerElement[] {
  const elements = siblings(bytes);
  return elements !== undefined && elements.every((element) => isStrict(element, mostLevels)) ? elements : [];
}

/** The contents of the elements that fill the bytes, when they have these tags in this order; otherwise none. */
export function contentsOf(bytes: Buffer, wanted: readonly number[]): readonly Buffer[] {
  const elements = elementsOf(bytes);
  const fits = elements.length === wanted.length && elements.every(({ tag }, i) => tag === wanted[i]);
  return fits ? elements.map(({ content }) => content) : [];
}

function isStrict({ tag, content }: DerElement, levels: number): boolean {
  if ((tag & isConstructed) === 0) return true;
  const elements = levels === 0 ? undefined : siblings(content);
  return elements !== undefined && elements.every((element) => isStrict(element, levels - 1));
}

function siblings(bytes: Buffer): readonly DerElement[] | undefined {
  const elements: DerElement[] = [];
  for (let at = 0; at < bytes.length;) {
    const tag = bytes.readUInt8(at);
    const { start, length } = lengthAt(bytes, at + 1);
    // Tags of several bytes are in no certificate.
    if ((tag & tagNumber) === tagNumber || length < 0 || start + length > bytes.length) return undefined;
    elements.push({ tag, content: bytes.subarray(start, start + length) });
    at = start + length;
  }
  return elements;
}

/** The length of an element, of at most 65,535; negative when it is not the shortest form, or indefinite. */
function lengthAt(bytes: Buffer, at: number): { readonly start: number; readonly length: number } {
  // One by one: taken apart as a list, they take longer than all else of an element.
  const first = bytes[at] ?? 0x80;
  const second = bytes[at + 1] ?? 0;
  const third = bytes[at + 2] ?? 0;
  if (first < 0x80) return { start: at + 1, length: first };
  if (first === 0x81 && second >= 0x80) return { start: at + 2, length: second };
  if (first === 0x82 && second > 0) return { start: at + 3, length: second * 256 + third };
  return { start: at, length: -1 };
}

/** The bytes of a positive integer without its sign; none when it is zero, negative or not in its shortest form. */
export function positiveInteger(content: Buffer): Buffer {
  const [first = 0, second = 0] = content;
  if (first >= 0x80 || (first === 0 && second < 0x80)) return content.subarray(0, 0);
  return first === 0 ? content.subarray(1) : content;
}
