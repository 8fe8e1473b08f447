// That a page is read, and each kind of difference from upstream found.
import { expect, test } from "vitest";
import { comparePages } from "./compare.ts";
import { otherBuckets } from "./exceptions.ts";
import { readPage } from "./page.ts";

const upstream = `# HELP go_threads Threads
# TYPE go_threads gauge
go_threads 5
# TYPE process_network_receive_bytes_total counter
process_network_receive_bytes_total 1
# TYPE process_virtual_memory_max_bytes gauge
process_virtual_memory_max_bytes 1
# TYPE controller_runtime_reconcile_total counter
controller_runtime_reconcile_total{controller="item",result="success"} 1
controller_runtime_reconcile_total{controller="item",result="error"} 0
# TYPE controller_runtime_webhook_latency_seconds histogram
controller_runtime_webhook_latency_seconds_bucket{webhook="/a",le="1e-08"} 0
# TYPE leader_election_master_status gauge
leader_election_master_status{name="a"} 1
# TYPE workqueue_work_duration_seconds histogram
workqueue_work_duration_seconds_bucket{controller="item",name="item",le="1e-08"} 0
workqueue_work_duration_seconds_bucket{controller="item",name="item",le="+Inf"} 1
workqueue_work_duration_seconds_sum{controller="item",name="item"} 0.1
`;
const ours = `# TYPE controller_runtime_reconcile_total counter
controller_runtime_reconcile_total{result="error",controller="item"} 3
controller_runtime_reconcile_total{result="success",controller="item"} 1
# TYPE controller_runtime_webhook_latency_seconds histogram
controller_runtime_webhook_latency_seconds_bucket{webhook="/a",le="0.005"} 0
# TYPE leader_election_master_status gauge
leader_election_master_status{name="b"} 1
# TYPE leader_election_slowpath_total counter
# TYPE rest_client_request_duration_seconds histogram
# TYPE capi_reconcile_total counter
# TYPE workqueue_work_duration_seconds histogram
workqueue_work_duration_seconds_bucket{name="item",controller="item",le="1e-08"} 0
workqueue_work_duration_seconds_bucket{name="item",controller="item",le="+Inf"} 1
`;

/** What differs when something is replaced in our page. */
function differences(from = "", to = ""): unknown[] {
  const page = ours.replaceAll(from, to);
  return comparePages(readPage(page), readPage(upstream)).flatMap(({ difference }) =>
    difference === undefined ? [] : [difference.question],
  );
}

test("pages with the same names, types, labels, results and buckets agree, but for the exceptions", () => {
  expect(differences()).toEqual([]);
});

const total = "controller_runtime_reconcile_total";
const latency = "controller_runtime_webhook_latency_seconds";
const duration = "workqueue_work_duration_seconds";
test.each([
  {
    what: "another name",
    from: total,
    to: "controller_runtime_reconciles",
    want: [total, "controller_runtime_reconciles"],
  },
  { what: "another type", from: `${total} counter`, to: `${total} gauge`, want: [total] },
  { what: "another label", from: `name="item",`, to: `queue="item",`, want: [duration] },
  { what: "another result", from: `result="error"`, to: `result="failure"`, want: [total] },
  { what: "another label of an exception", from: `webhook="/a"`, to: `path="/a"`, want: [latency] },
  { what: "another bucket", from: `le="1e-08"`, to: `le="1"`, want: [duration] },
  { what: "another form of a bucket", from: `le="1e-08"`, to: `le="1e-8"`, want: [duration] },
  {
    what: "an exception that is not needed",
    from: `le="0.005"`,
    to: `le="1e-08"`,
    want: [otherBuckets[0]?.reason],
  },
])("$what is a difference", ({ from, to, want }) => {
  expect(differences(from, to)).toEqual(want);
});
