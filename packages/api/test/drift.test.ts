// The generated files are what the generators make of today's sources.
import { writeFiles } from "@capstan/generator-model";
import { expect, test } from "vitest";
import { generated, root } from "../scripts/generated.ts";

test("the generated files are up to date; `pnpm run generate` brings them there", () => {
  expect(writeFiles(generated(), { root, check: true }).changes).toEqual([]);
});
