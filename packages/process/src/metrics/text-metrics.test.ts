// The page of metrics: its text with the ends of buckets, and what a process tells about itself.
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { addProcessMetrics } from "./process-metrics.ts";
import { bucketEnd, TextMetrics } from "./text-metrics.ts";

test("a page has each metric with its help, its type and its combinations of labels", async () => {
  const page = new TextMetrics();
  const calls = page.counter({ name: "calls_total", help: "Calls", labels: ["kind", "of"] });
  calls("a", 'b"\\\n').add(2);
  calls("a", 'b"\\\n').add(0.5);
  calls("c", "").add(0);
  page.gauge({ name: "open", help: "Open" })().set(-1);
  page.read("gauge", { name: "left_out", help: "Left out" }, () => undefined);
  page.read("gauge", { name: "read", help: "Read" }, () => 7);
  const times = page.histogram({ name: "seconds", help: "Times", labels: ["kind"] }, [0.1, 1]);
  for (const value of [0.1, 0.2, 5]) times("a").observe(value);
  page.histogram({ name: "plain", help: "Plain" }, [1e-7, 1])().observe(0.5);
  expect(await page.text()).toBe(`# HELP calls_total Calls
# TYPE calls_total counter
calls_total{kind="a",of="b\\"\\\\\\n"} 2.5
calls_total{kind="c",of=""} 0
# HELP open Open
# TYPE open gauge
open -1
# HELP left_out Left out
# TYPE left_out gauge
# HELP read Read
# TYPE read gauge
read 7
# HELP seconds Times
# TYPE seconds histogram
seconds_bucket{kind="a",le="0.1"} 1
seconds_bucket{kind="a",le="1"} 2
seconds_bucket{kind="a",le="+Inf"} 3
seconds_sum{kind="a"} 5.3
seconds_count{kind="a"} 3
# HELP plain Plain
# TYPE plain histogram
plain_bucket{le="1e-07"} 0
plain_bucket{le="1"} 1
plain_bucket{le="+Inf"} 1
plain_sum 0.5
plain_count 1
`);
});

test.each([
  [1e-8, "1e-08"],
  [1e-6, "1e-06"],
  [9.999999999999999e-6, "9.999999999999999e-06"],
  [9.999999999999999e-5, "9.999999999999999e-05"],
  [0.0001, "0.0001"],
  [0.005, "0.005"],
  [0, "0"],
  [-2.5, "-2.5"],
  [-1e-7, "-1e-07"],
  [1, "1"],
  [123_456.5, "123456.5"],
  [1_000_000, "1e+06"],
  [1_234_567, "1.234567e+06"],
  [1e21, "1e+21"],
  [1e-100, "1e-100"],
])("the end %d of a bucket is %s, as Go's library for Prometheus writes it", (end, label) => {
  expect(bucketEnd(end)).toBe(label);
});

test("a process reports its memory, its CPU time, and how late its event loop was since the last page", async () => {
  const page = new TextMetrics();
  addProcessMetrics(page);
  const valueOf = async (name: string): Promise<number> =>
    Number(
      (await page.text())
        .split("\n")
        .find((line) => line.startsWith(`${name} `))
        ?.split(" ")[1],
    );
  await sleep(250);
  const began = performance.now();
  while (performance.now() - began < 600);
  await sleep(250);
  expect(await valueOf("nodejs_eventloop_lag_max_seconds")).toBeGreaterThan(0.3);
  await sleep(250);
  expect(await valueOf("nodejs_eventloop_lag_max_seconds")).toBeLessThan(0.3);
  expect(await valueOf("process_cpu_seconds_total")).toBeGreaterThan(0.3);
  expect(await valueOf("process_resident_memory_bytes")).toBeGreaterThan(1e7);
  expect(Math.abs((await valueOf("process_start_time_seconds")) - performance.timeOrigin / 1000)).toBeLessThan(1);
});
