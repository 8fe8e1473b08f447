// What the page shows of the times of reconciles.
import { expect, test } from "vitest";
import { createPrometheusMetrics } from "./prometheus-page.ts";

test("a time counts in each bucket whose bound it does not exceed, and times of controllers are apart", async () => {
  const prometheus = createPrometheusMetrics();
  const { metrics } = prometheus;
  for (const seconds of [0.005, 0.006, 60, 61]) metrics.reconciled("foo", "success", seconds);
  metrics.reconciled('b"ar', "success", 1);
  metrics.queueWaited("foo", 0);
  const page = (await prometheus.text()).split("\n");
  for (const name of ["controller_runtime_reconcile_time_seconds", "capi_reconcile_time_seconds"])
    expect(page).toEqual(
      expect.arrayContaining([
        `# TYPE ${name} histogram`,
        `${name}_bucket{le="0.005",controller="foo"} 1`,
        `${name}_bucket{le="0.01",controller="foo"} 2`,
        `${name}_bucket{le="50",controller="foo"} 2`,
        `${name}_bucket{le="60",controller="foo"} 3`,
        `${name}_bucket{le="+Inf",controller="foo"} 4`,
        `${name}_sum{controller="foo"} 121.011`,
        `${name}_count{controller="foo"} 4`,
        `${name}_count{controller="b\\"ar"} 1`,
      ]),
    );
  expect(page).toContain('workqueue_queue_duration_seconds_bucket{le="1e-08",name="foo",controller="foo"} 1');
  expect(page).toContain('workqueue_work_duration_seconds_count{name="foo",controller="foo"} 4');
});
