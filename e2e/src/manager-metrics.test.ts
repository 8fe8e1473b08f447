// Counts of calls, read from pages of metrics.
import { expect, it } from "vitest";
import { countsIn } from "./manager-metrics.ts";

const line = (hook: string, code: string, count: string): string =>
  `capi_runtime_sdk_requests_total{code="${code}",group="g",hook="${hook}",host="h:443",status="${code === "200" ? "Success" : "Unknown"}",version="v1alpha1"} ${count}`;

it("adds up the calls of each hook, answered and failed", () => {
  const core = ["# HELP x", line("Discovery", "200", "2"), line("UpdateMachine", "<error>", "3")].join("\n");
  expect([...countsIn([`${core}\n`, line("Discovery", "200", "1e+01")])]).toEqual([
    ["Discovery", { answered: 12, failed: 0 }],
    ["UpdateMachine", { answered: 0, failed: 3 }],
  ]);
});
