// Definitions changed in one way each, and what an API server says about them (testdata/definitions, by subject).
import { readFileSync } from "node:fs";
import { applyMergePatch } from "@capstan/kube";
import { describe, expect, test } from "vitest";
import { definition } from "../../../test/definition.ts";
import { checkCrd } from "./check-crd.ts";

interface Case {
  readonly name: string;
  /** A merge patch of the definition that is right. */
  readonly patch: unknown;
  /** Code, path and message of each finding; empty when the patched definition is right, too. */
  readonly want: readonly string[];
}

function casesOf(subject: string): Case[] {
  const file = new URL(`../../../testdata/definitions/${subject}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")) as Case[];
}

describe.each(["check-definition", "check-conversion", "crd-shape", "nodes", "selectable-fields"])("%s", (subject) => {
  test.each(casesOf(subject))("$name", ({ patch, want }) => {
    const found = checkCrd(applyMergePatch(definition(), patch));
    expect(found.map(({ code, path, message }) => `${code} ${path}: ${message}`)).toEqual(want);
  });
});
