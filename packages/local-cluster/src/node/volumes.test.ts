// Files of volumes whose names every object inherits.
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Volume } from "@capstan/kube/builtin";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeVolumes } from "./volumes.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "volumes-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const items = [
  { key: "constructor", path: "absent" },
  { key: "present", path: "present" },
];

test.each<{ name: string; volume: Volume; want: readonly string[] | undefined }>([
  {
    name: "a Secret that does not exist",
    volume: { name: "v", secret: { secretName: "constructor", optional: true } },
    want: undefined,
  },
  {
    name: "a ConfigMap that does not exist",
    volume: { name: "v", configMap: { name: "toString", optional: true } },
    want: undefined,
  },
  {
    name: "a key of a Secret that does not exist",
    volume: { name: "v", secret: { secretName: "s", items } },
    want: ["present"],
  },
  {
    name: "a key of a ConfigMap that does not exist",
    volume: { name: "v", configMap: { name: "c", items } },
    want: ["present"],
  },
])("$name is not there, whatever objects inherit", ({ volume, want }) => {
  const sources = { secrets: { s: { present: "x" } }, configMaps: { c: { present: "x" } } };
  const folders = writeVolumes(folder, { containers: [], volumes: [volume] }, sources);
  const path = join(folder, "v");
  expect([folders.get("v"), existsSync(path) ? readdirSync(path) : undefined]).toEqual([
    want === undefined ? undefined : path,
    want,
  ]);
});
