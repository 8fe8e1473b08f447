// Which figures beside a peer are past their limit.
import { expect, test } from "vitest";
import type { Benchmark, Contender } from "./benchmark.ts";
import { besidePeers } from "./measurement.ts";

function contender(name: string, calls: number): Contender {
  return { name, run: async () => ({ "calls a second": calls, "peak MB": 100 / calls }) };
}

const benchmark = (ours: number, leastRatio?: number): Benchmark => ({
  name: "calls",
  how: "",
  contenders: [contender("ours", ours), contender("peer", 100)],
  runs: { short: 1, full: 1 },
  ...(leastRatio === undefined ? {} : { leastRatio }),
});

test.each([
  { name: "a ratio below it is missed", given: benchmark(90, 1), short: false, want: 1 },
  { name: "a short run may miss it by two fifths", given: benchmark(62, 1), short: true, want: 0 },
  { name: "by no more", given: benchmark(55, 1), short: true, want: 1 },
  { name: "a ratio above it is not missed", given: benchmark(110, 1), short: false, want: 0 },
  { name: "without one nothing is missed", given: benchmark(10), short: false, want: 0 },
])("$name", async ({ given, short, want }) => {
  const { missed } = await besidePeers(given).run(short);
  expect(missed.length).toBe(want);
});
