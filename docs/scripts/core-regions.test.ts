// The table of calls by release, from figures that differ.
import { expect, it } from "vitest";
import { callTable } from "./core-regions.ts";

it("shows each hook that any release called, with the releases that did not", () => {
  const support = {
    "v1.14.0": { kubernetes: "v1.36.3", calls: { Discovery: 2, UpdateMachine: 30 } },
    "v1.11.1": { kubernetes: "v1.36.3", calls: { Discovery: 1 } },
  };
  expect(callTable(support).split("\n")).toEqual([
    "| Hook            | 1.14.0 | 1.11.1     |",
    "| --------------- | ------ | ---------- |",
    "| `Discovery`     | 2      | 1          |",
    "| `UpdateMachine` | 30     | not called |",
    "| Kubernetes      | 1.36.3 | 1.36.3     |",
  ]);
});
