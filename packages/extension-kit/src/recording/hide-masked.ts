// Replaces in a template what handlers have made of secret variables and settings: the secret as it is, and in base64. What comes into its place is what the same handler makes of the mask, so that a
// template that was sent is the one that the patch before has made.
import { isJsonObject } from "@capstan/kube";
import type { Masks } from "./known-masks.ts";
import { mapFields, mapList } from "./replace-secrets.ts";

/** Shorter strings can be in a template by accident. */
const fewestCharacters = 6;
/** A string with more lines is found as a whole only. */
const mostLines = 200;
/** Also base64 in base64, as in a script that writes files. */
const mostLevels = 2;

/** The fields of a template that say what it is: handlers go by them. */
const identity: ReadonlySet<string> = new Set(["apiVersion", "kind"]);

/** A function that returns a template without these secrets; itself where it has none of them. */
export function hidingMasked(masks: Masks): (template: unknown) => unknown {
  const forms = formsOf(masks);
  if (forms.length === 0) return (template) => template;
  const hiddenIn = hidingInText(forms);
  const hidden = (value: unknown): unknown => {
    if (typeof value === "string") return hiddenIn(value);
    if (Array.isArray(value)) return mapList(value, hidden);
    return isJsonObject(value) ? mapFields(value, hidden) : value;
  };
  return (template) =>
    isJsonObject(template)
      ? mapFields(template, (value, name) => (identity.has(name) ? value : hidden(value)))
      : template;
}

/** The forms of a secret that are looked for, each with that of its mask; the longest one first. */
type Forms = readonly (readonly [string, string])[];

function formsOf(masks: Masks): Forms {
  const forms = new Map([...masks].flatMap(([secret, mask]) => ownForms(secret, mask)));
  return [...forms]
    .filter(([secret, mask]) => secret.length >= fewestCharacters && secret !== mask)
    .toSorted(([one], [other]) => other.length - one.length);
}

/** As it is, in JSON, and each of its lines: these can be indented. A mask has the same lines. */
function ownForms(secret: string, mask: string): Forms {
  const lines = secret.split("\n");
  const masked = mask.split("\n");
  const eachLine = lines.length > mostLines ? [] : lines;
  return [
    [secret, mask],
    [inJson(secret), inJson(mask)],
    ...eachLine.map((line, at) => [line.trim(), masked[at]?.trim() ?? ""] as const),
  ];
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Replaces forms in a string. The templates of one request have most of their strings in common. */
function hidingInText(forms: Forms): (text: string) => string {
  const bytes = forms.map(([secret, mask]) => [bytesOf(secret), bytesOf(mask)] as const);
  const once = bytes.flatMap(([secret]) => inBase64(secret));
  const signs = [...new Set([...once, ...once.flatMap(inBase64)])];
  const known = new Map<string, string>();
  return (text) => {
    if (text.length < fewestCharacters) return text;
    let hidden = known.get(text);
    if (hidden === undefined) {
      const plain = withoutPlain(text, forms);
      hidden = signs.some((sign) => plain.includes(sign)) ? withoutInBase64(plain, bytes, mostLevels) : plain;
      known.set(text, hidden);
    }
    return hidden;
  };
}

/** Bytes as a string with one character for each. */
function bytesOf(text: string): string {
  return Buffer.from(text).toString("latin1");
}

/** What base64 of anything that contains these bytes has, by the number of bytes before them. */
function inBase64(bytes: string): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const all = Buffer.from("\0".repeat(before) + bytes, "latin1");
    // Other bytes have no part in the characters between.
    const [from, to] = [Math.ceil((before * 8) / 6), Math.floor((all.length * 8) / 6)];
    return [all.toString("base64").slice(from, to), all.toString("base64url").slice(from, to)];
  });
}

function withoutPlain(text: string, forms: Forms): string {
  let hidden = text;
  for (const [secret, mask] of forms) if (hidden.includes(secret)) hidden = hidden.replaceAll(secret, () => mask);
  return hidden;
}

/** What may be base64, long enough for the shortest secret. */
const base64Run = /[\w+/-]{8,}={0,2}/g;

function withoutInBase64(text: string, bytes: Forms, levels: number): string {
  return text.replaceAll(base64Run, (run) => {
    // Where base64 begins in a run is not known: four characters have three bytes, so there are four places.
    for (const start of [0, 1, 2, 3]) {
      const decoded = Buffer.from(run.slice(start), "base64").toString("latin1");
      const plain = withoutPlain(decoded, bytes);
      const hidden = levels === 1 ? plain : withoutInBase64(plain, bytes, levels - 1);
      if (hidden !== decoded) return run.slice(0, start) + encodedLike(run, hidden);
    }
    return run;
  });
}

/** Bytes in base64, with the alphabet and the padding of what they replace. */
function encodedLike(run: string, bytes: string): string {
  const encoded = Buffer.from(bytes, "latin1").toString(/[-_]/.test(run) ? "base64url" : "base64");
  if (!run.includes("=")) return run.length % 4 === 0 ? encoded : encoded.replaceAll("=", "");
  return encoded.padEnd(Math.ceil(encoded.length / 4) * 4, "=");
}
