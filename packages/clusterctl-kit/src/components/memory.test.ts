// Which memory limits a manager can work with, and the heap that Node is told.
import { expect, test } from "vitest";
import { extensionInput } from "../../test/sample-inputs.ts";
import { heapVariable, memoryMiB } from "./memory.ts";

test.each([
  ["128Mi", 128],
  ["2Gi", 2048],
  ["127Mi", undefined],
  ["0Gi", undefined],
  ["512", undefined],
  ["512M", undefined],
  ["1.5Gi", undefined],
  ["", undefined],
])("%s is %s MiB", (memory, want) => {
  expect(memoryMiB(memory)).toBe(want);
});

test.each([
  { change: {}, want: "--max-old-space-size=716 --max-semi-space-size=8" },
  { change: { memory: "256Mi" }, want: "--max-old-space-size=179 --max-semi-space-size=8" },
  {
    change: { env: { NODE_OPTIONS: "--max-old-space-size=300" } },
    want: "--max-old-space-size=716 --max-semi-space-size=8 --max-old-space-size=300",
  },
  { change: { env: { NODE_OPTIONS: "" } }, want: "--max-old-space-size=716 --max-semi-space-size=8" },
  { change: {}, hasCache: true, want: "--max-old-space-size=716 --max-semi-space-size=2" },
  {
    change: { env: { NODE_OPTIONS: "--max-semi-space-size=16" } },
    hasCache: true,
    want: "--max-old-space-size=716 --max-semi-space-size=2 --max-semi-space-size=16",
  },
])("with $change, Node is started with $want", ({ change, hasCache = false, want }) => {
  const variable = heapVariable({ ...extensionInput.config, ...change }, { hasCache });
  expect(variable).toEqual({ name: "NODE_OPTIONS", value: want });
});
