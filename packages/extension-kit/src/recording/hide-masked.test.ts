// Which forms of a secret are found in a template, and that the masks come into their places as a handler would have made them.
import { describe, expect, test } from "vitest";
import { hidingMasked } from "./hide-masked.ts";
import { KnownMasks } from "./known-masks.ts";

const secret = "pässword-1/Z";
const mask = "xxxxxxxx-0/X";
const key = "-----BEGIN KEY-----\nMIIEvQ/IBADANB\nq7Yk==\n-----END KEY-----\n";
const maskedKey = "-----XXXXX XXX-----\nXXXXxX/XXXXXXX\nx0Xx==\n-----XXX XXX-----\n";
const masks = new Map([
  [secret, mask],
  [key, maskedKey],
  ["true", "xxxx"],
]);

const hide = hidingMasked(masks);
const base64 = (text: string): string => Buffer.from(text).toString("base64");
const base64url = (text: string): string => Buffer.from(text).toString("base64url");

/** What a handler makes of a value, as a field of a template. */
const template = (made: string): object => ({ kind: secret, spec: { list: [{ made, size: 1, on: true }] } });

describe("in a template", () => {
  test.each([
    { name: "the secret itself", make: (value: string) => value },
    { name: "a command with it", make: (value: string) => `join --key=${value} --twice=${value}` },
    { name: "JSON of it", make: (value: string) => JSON.stringify({ value }) },
    ...["", "a", "ab"].map((before) => ({
      name: `base64 after ${before.length} bytes`,
      make: (value: string) => base64(`${before}${value} and more`),
    })),
    { name: "base64 for URLs, without its padding", make: (value: string) => base64url(`>>>?${value}`) },
    { name: "base64 inside of other words", make: (value: string) => `data:text/plain;base64,${base64(value)};end` },
    { name: "base64 right after words", make: (value: string) => `/etc/${base64(value)}` },
    { name: "base64 in base64", make: (value: string) => base64(`content: ${base64(`key=${value}`)}\n`) },
  ])("$name is made of the mask", ({ make }) => {
    for (const [value, masked] of [
      [secret, mask],
      [key, maskedKey],
    ] as const)
      expect(hide(template(make(value)))).toEqual(template(make(masked)));
  });

  test("the lines of a secret are found where they are indented", () => {
    const indented = (value: string): string => `content: |\n${value.replaceAll(/^/gm, "    ")}`;
    expect(hide(template(indented(key)))).toEqual(template(indented(maskedKey)));
  });

  test("which has none of them, nothing is replaced: also where a short secret is there by accident", () => {
    const plain = template(`true ${base64("true and false, and some more words")} /usr/local/bin/kubeadm`);
    expect(hide(plain)).toBe(plain);
    expect(hidingMasked(new Map())(template(secret))).toEqual(template(secret));
  });
});

describe("the masks of a Cluster", () => {
  const one = { namespace: "default", name: "one", uid: "u-1" };
  const of = (secrets: readonly string[]): Map<string, string> => new Map(secrets.map((each) => [each, "x"]));

  test("are those of all its requests, and of no other Cluster", () => {
    const known = new KnownMasks();
    known.add(one, of(["a"]));
    expect([...known.add(one, of(["b"])).keys()]).toEqual(["a", "b"]);
    expect([...known.add({ ...one, name: "two" }, of([])).keys()]).toEqual([]);
    expect([...known.add(undefined, of(["c"])).keys()]).toEqual(["c"]);
    expect([...known.add(one, of([])).keys()]).toEqual(["a", "b"]);
  });

  test("are all of a request, however many it has, also in those of the next patches", () => {
    const known = new KnownMasks();
    const secrets = Array.from({ length: 120 }, (_, at) => `a-${at}`);
    expect([...known.add(one, of(secrets)).keys()]).toEqual(secrets);
    known.add(one, of(Array.from({ length: 60 }, (_, at) => `b-${at}`)));
    expect([...known.add(one, of([])).keys()].slice(0, 120)).toEqual(secrets);
  });

  test("are bounded: those that were used last stay", () => {
    const known = new KnownMasks();
    known.add(one, of(["first"]));
    const many = Array.from({ length: 49 }, (_, at) => `s-${at}`);
    for (const secret of [...many, "first"]) known.add(one, of([secret]));
    expect([...known.add(one, of(["new"])).keys()]).toEqual([...many.slice(1), "first", "new"]);
    for (let at = 0; at < 1000; at += 1) known.add({ ...one, name: `n-${at}` }, of(["x"]));
    expect(known.add(one, of([])).size).toBe(0);
  });
});
