// What the kit writes after the clock of the process was moved forward, as the console of `capstan dev` does it.
import { systemClock } from "@capstan/client";
import { conditionPlaces, conditionsAt } from "@capstan/contract/conditions";
import { beforeEach, expect, test, vi } from "vitest";
import { FooCluster } from "../../test/foo-kinds.ts";
import { provisioned } from "../authoring/result.ts";
import { isRenewalDue, untilRenewal } from "../roles/data-secret.ts";
import { applyOutcome } from "./apply-result.ts";
import { ConditionWriter } from "./condition-writer.ts";
import { kindShapeOf } from "./kind-shape.ts";

const hourMs = 3_600_000;

beforeEach(() => {
  const spy = vi.spyOn(systemClock, "date").mockImplementation(() => new Date(Date.now() + hourMs));
  return () => spy.mockRestore();
});

test("conditions change at the moved time, those of the author and those of the result", () => {
  const object = { apiVersion: FooCluster.apiVersion, kind: FooCluster.kind, metadata: { name: "a" } };
  const shape = kindShapeOf(FooCluster);
  const declared = { DiskReady: ["Creating", "Created"], NetworkReady: ["Creating", "Created"] };
  const writer = new ConditionWriter(object, shape.conditions, declared);
  writer.set("DiskReady", "False", "Creating");
  const { touched, deleted } = writer;
  const target = { object, shape, conditions: declared, touched, deleted, report: () => undefined };
  applyOutcome(target, { kind: "returned", result: provisioned() });
  const written = conditionsAt(object, conditionPlaces.current);
  expect(written.map(({ type }) => type)).toEqual(["Ready", "DiskReady", "NetworkReady"]);
  for (const { lastTransitionTime } of written)
    expect(Date.parse(lastTransitionTime) - Date.now()).toBeGreaterThan(hourMs / 2);
});

test("bootstrap data is renewed by the moved clock", () => {
  const secret = (renewAt: number): Parameters<typeof isRenewalDue>[0] => ({
    apiVersion: "v1",
    kind: "Secret",
    metadata: {
      name: "a",
      annotations: { "bootstrap.cluster.x-k8s.io/renew-at": new Date(renewAt).toISOString() },
      ownerReferences: [
        { apiVersion: "bootstrap.cluster.x-k8s.io/v1beta1", kind: "FooConfig", name: "a", uid: "1", controller: true },
      ],
    },
  });
  expect(isRenewalDue(secret(Date.now() + hourMs / 2))).toBe(true);
  expect(isRenewalDue(secret(Date.now() + 2 * hourMs))).toBe(false);
  expect(untilRenewal(secret(Date.now() + hourMs / 2))).toBe("0s");
});
