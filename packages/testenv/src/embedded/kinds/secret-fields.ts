// The fields of a Secret as kube-apiserver decodes them: data is base64, and both maps hold strings.
import { isJsonObject } from "@capstan/kube";

/** The types of the two maps and of their values, in the words of Go. */
const types = {
  data: { map: "map[string][]uint8", value: "[]uint8" },
  stringData: { map: "map[string]string", value: "string" },
} as const;

/** Why a body is no Secret, in the words of kube-apiserver; the first problem in the order of the body. */
export function undecodableField(body: Readonly<Record<string, unknown>>): string | undefined {
  for (const [field, map] of Object.entries(body)) {
    if ((field !== "data" && field !== "stringData") || map === null) continue;
    if (!isJsonObject(map)) return wrongType(field, map, types[field].map);
    for (const value of Object.values(map)) {
      // Go decodes a list as its bytes.
      if (value === null || (field === "data" && Array.isArray(value))) continue;
      if (typeof value !== "string") return wrongType(field, value, types[field].value);
      const at = field === "data" ? illegalByte(Buffer.from(value)) : undefined;
      if (at !== undefined) return `illegal base64 data at input byte ${at}`;
    }
  }
  return undefined;
}

function wrongType(field: string, value: unknown, type: string): string {
  return `json: cannot unmarshal ${goNameOf(value)} into Go struct field Secret.${field} of type ${type}`;
}

function goNameOf(value: unknown): string {
  if (Array.isArray(value)) return "array";
  return typeof value === "boolean" ? "bool" : typeof value;
}

const pad = 0x3d;
const isLineEnd = (byte: number | undefined): boolean => byte === 0x0a || byte === 0x0d;

/** Where Go's decoder finds that bytes are not base64; undefined where they are. Line ends count for nothing. */
function illegalByte(bytes: Uint8Array): number | undefined {
  /** How many digits of a group of four there are. */
  let digits = 0;
  for (const [i, byte] of bytes.entries()) {
    if (isLineEnd(byte)) continue;
    if (byte === pad) return digits < 2 ? i : illegalEnd(bytes, i + 1, digits);
    if (!/[A-Za-z0-9+/]/.test(String.fromCharCode(byte))) return i;
    digits = (digits + 1) % 4;
  }
  return digits === 0 ? undefined : bytes.length - digits;
}

/** What follows the first sign of padding. */
function illegalEnd(bytes: Uint8Array, start: number, digits: number): number | undefined {
  const skip = (from: number): number => {
    let i = from;
    while (isLineEnd(bytes[i])) i += 1;
    return i;
  };
  let i = skip(start);
  if (digits === 2) {
    if (i === bytes.length) return i;
    if (bytes[i] !== pad) return i - 1;
    i = skip(i + 1);
  }
  return i < bytes.length ? i : undefined;
}
