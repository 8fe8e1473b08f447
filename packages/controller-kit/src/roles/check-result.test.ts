// What the compiler does not see: functions of authors without types that return something other than a result.
import { describeError, type Resource } from "@capstan/kube";
import { expect, test } from "vitest";
import { dataCreated } from "../authoring/bootstrap-config.ts";
import type { RoleName } from "../authoring/controller-definition.ts";
import { allocated, exhausted, poolNotReady } from "../authoring/ip-pool.ts";
import { done, failed, provisioned, removed, requeueAfter, stalled, waiting } from "../authoring/result.ts";
import { FooCluster, FooMachine } from "../../test/foo-kinds.ts";
import { type CalledFunction, checkResult } from "./check-result.ts";

function outcome(given: unknown, called: CalledFunction = "reconcile", role: RoleName = "InfraCluster"): string {
  const resource: Resource = role === "InfraCluster" ? FooCluster : FooMachine;
  try {
    checkResult({ role, resource }, called, given);
    return "accepted";
  } catch (error) {
    return describeError(error);
  }
}

test.each([
  { given: undefined, want: "undefined" },
  { given: null, want: "null" },
  { given: "provisioned", want: "a string" },
  { given: true, want: "a boolean" },
  { given: [provisioned()], want: "an array" },
  { given: provisioned, want: "a function" },
  { given: {}, want: "an object without `result` that has: nothing" },
  { given: { requeueAfter: "5s" }, want: "an object without `result` that has: requeueAfter" },
  { given: { result: 7 }, want: "an object whose `result` is no string" },
  { given: { result: "ready" }, want: 'the result "ready"' },
  { given: removed(), want: 'the result "removed"' },
  { given: { result: "waiting" }, want: 'the result "waiting" without `payload.type`' },
  { given: { result: "failed", payload: { reason: "A" } }, want: 'the result "failed" without `payload.message`' },
])("a reconcile that returned $want fails", ({ given, want }) => {
  expect(outcome(given)).toBe(
    `\`reconcile\` of kit.infraCluster(FooCluster) returned ${want}\n  help: return what one of these functions makes: provisioned, requeueAfter, waiting, stalled, done, failed`,
  );
});

test.each<{ role: RoleName; payload: unknown; want: string }>([
  { role: "InfraMachine", payload: undefined, want: "providerID" },
  { role: "InfraMachine", payload: { providerID: undefined }, want: "providerID" },
  { role: "InfraMachine", payload: { providerID: "" }, want: "providerID" },
  { role: "InfraMachinePool", payload: {}, want: "providerIDs" },
  { role: "InfraMachinePool", payload: { providerIDs: [undefined] }, want: "providerIDs" },
])("a $role that is provisioned with $payload has no provider ID", ({ role, payload, want }) => {
  expect(outcome({ result: "provisioned", payload }, "reconcile", role)).toContain(
    `returned the result "provisioned" without \`payload.${want}\``,
  );
});

test("a delete that returned nothing fails: it would let go of what still exists", () => {
  expect(outcome(undefined, "delete")).toBe(
    "`delete` of kit.infraCluster(FooCluster) returned undefined\n  help: return what one of these functions makes: removed, requeueAfter, waiting, stalled",
  );
  expect(outcome(undefined, "reconcile", "IPPool")).toMatch("`allocate` of kit.ipPool");
});

test.each<[RoleName, readonly unknown[]]>([
  ["InfraCluster", [provisioned(), provisioned({}), done(), failed("A", "b"), requeueAfter("1s")]],
  ["InfraMachine", [provisioned({ providerID: "foo://a" }), waiting("A", "B"), stalled("A", "B", "c")]],
  ["InfraMachinePool", [provisioned({ providerIDs: [] })]],
  ["BootstrapConfig", [dataCreated({ value: "x" }), requeueAfter("1s")]],
  ["IPPool", [allocated({ address: "10.0.0.1", prefix: 24 }), exhausted("all"), poolNotReady("soon")]],
  ["plain", [done(), waiting("A", "B")]],
])("%s takes its results", (role, results) => {
  expect(results.map((result) => outcome(result, "reconcile", role))).toEqual(results.map(() => "accepted"));
  const deleted = [removed(), requeueAfter("1s"), waiting("A", "B"), stalled("A", "B")];
  expect(deleted.map((result) => outcome(result, "delete", role))).toEqual(deleted.map(() => "accepted"));
});
