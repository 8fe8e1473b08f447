// Names that several entries export.
import { expect, test } from "vitest";
import { namesWithTwoEntries } from "./exported-twice.ts";

test("a name of two entries is found, API versions of one entry are one, and upstream's names are let alone", () => {
  const entries = new Map([
    ["@x/kit", ["run", "Result"]],
    ["@x/kit/testing", ["run", "startTest"]],
    ["@x/api/core/v1beta1", ["Cluster"]],
    ["@x/api/core/v1beta2", ["Cluster", "Condition"]],
    ["@x/api", ["Condition"]],
  ]);
  expect(namesWithTwoEntries(entries)).toEqual([{ name: "run", entries: ["@x/kit", "@x/kit/testing"] }]);
});
