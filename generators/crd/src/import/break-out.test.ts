// Keys of list maps that would end the comment that they are written into: an API server accepts such a definition.
import { fileURLToPath } from "node:url";
import { formatDiagnostic } from "@capstan/kube";
import type { JSONSchema } from "@capstan/kube/builtin";
import { expect, test } from "vitest";
import { importCrd } from "./import-crd.ts";
import { comparable, crdWithSpec, roundTrip } from "./round-trip.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

test.each(["*/ export const evil = process.exit(1); /*", "a\nb", "a\rb", "a\u2028b", " a", '"a"', "@maxItems 1", ""])(
  "a key %j stays a key",
  (key) => {
    const item: JSONSchema = { type: "object", properties: { [key]: { type: "string" } }, required: [key] };
    const list: JSONSchema = {
      type: "array",
      items: item,
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": [key],
    };
    const text = crdWithSpec({ type: "object", properties: { listeners: list } });
    const [file] = importCrd(text, { file: "foo.yaml" }).files;
    const code = (file?.content ?? "").split("\n").filter((line) => /^[a-z]/.test(line));
    expect(code.map((line) => line.split(" ").slice(0, 2).join(" "))).toEqual([
      "import {",
      "import type",
      "export interface",
      "export interface",
      "export interface",
      "export const",
    ]);
    const trip = roundTrip(text, { file: "foo.yaml", root });
    if (trip.outcome !== "imported") throw new Error(trip.diagnostics.map(formatDiagnostic).join("\n"));
    expect(comparable(trip.generated)).toBe(comparable(text));
  },
);
