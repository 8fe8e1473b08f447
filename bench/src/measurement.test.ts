// Which figures beside a peer are past their limit.
import { describe, expect, test } from "vitest";
import type { Benchmark, Contender, Limit } from "./benchmark.ts";
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
  const { missed } = await besidePeers(given).run({ short, assert: false });
  expect(missed.length).toBe(want);
});

describe("limits", () => {
  const mb = (of: Limit["of"], most: number): Limit => ({ figure: "peak MB", of, most });
  const missed = async (limits: readonly Limit[], assert: boolean): Promise<readonly string[]> =>
    (await besidePeers({ ...benchmark(50), limits }).run({ short: true, assert })).missed;

  test.each<{ name: string; limit: Limit; want: string }>([
    { name: "a value", limit: mb("value", 1.9), want: "peak MB: 2, at most 1.9" },
    { name: "a ratio", limit: mb("ratio", 1.9), want: "peak MB: 2 of the peer's, at most 1.9" },
    { name: "a difference", limit: mb("difference", 0.9), want: "peak MB: 1 above the peer's, at most 0.9" },
    {
      name: "what is too little",
      limit: { figure: "calls a second", of: "ratio", least: 0.6 },
      want: "calls a second: 0.5 of the peer's, at least 0.6",
    },
    {
      name: "a figure that was not measured",
      limit: { figure: "x MB", of: "value", most: 1 },
      want: "x MB: NaN, at most 1",
    },
  ])("$name past it is missed with --assert only", async ({ limit, want }) => {
    expect(await missed([limit], true)).toEqual([want]);
    expect(await missed([limit], false)).toEqual([]);
  });

  test("what is within is not missed", async () => {
    expect(await missed([mb("value", 2), mb("ratio", 2), mb("difference", 1)], true)).toEqual([]);
  });
});
