// What each result of a pass writes into the object.
import { conditionsAt } from "@capstan/contract/conditions";
import type { KubeObject } from "@capstan/kube";
import { expect, test } from "vitest";
import { FooCluster, FooDisk, OldCluster } from "../../test/foo-kinds.ts";
import {
  done,
  failed,
  provisioned,
  removed,
  requeueAfter,
  stalled,
  waiting,
  type AnyResult,
} from "../authoring/result.ts";
import { applyOutcome } from "./apply-result.ts";
import { kindShapeOf } from "./kind-shape.ts";
import type { PassOutcome } from "./outcome.ts";

const declared = { A: ["Creating", "Checking", "Created"], B: ["Creating", "Created"] };
const kinds = { FooCluster, FooDisk, OldCluster } as const;

interface Row {
  readonly name: string;
  readonly kind?: keyof typeof kinds;
  readonly outcome: PassOutcome | AnyResult;
  readonly touched?: readonly string[];
  readonly want: Readonly<Record<string, string>>;
  readonly status?: object;
  readonly reports?: readonly unknown[];
}

const report = { endpoint: { host: "h", port: 1 } };
const both = { A: "True/Created", B: "True/Created" };

const rows: readonly Row[] = [
  {
    name: "provisioned sets the flag, the report and the conditions",
    outcome: provisioned(report),
    want: { ...both, Ready: "True/Ready" },
    status: { initialization: { provisioned: true } },
    reports: [report],
  },
  {
    name: "provisioned sets the flag of contract v1beta1",
    kind: "OldCluster",
    outcome: provisioned(),
    want: { A: "True", B: "True", Ready: "True" },
    status: { ready: true },
    reports: [undefined],
  },
  {
    name: "provisioned of a kind without a contract reports nothing",
    kind: "FooDisk",
    outcome: provisioned(report),
    want: { ...both, Ready: "True/Ready" },
    reports: [],
  },
  { name: "done sets no flag", outcome: done(), want: { ...both, Ready: "False/NotProvisioned" } },
  {
    name: "done of a kind without a contract is ready",
    kind: "FooDisk",
    outcome: done(),
    want: { ...both, Ready: "True/Ready" },
  },
  {
    name: "a condition that the author set is kept",
    outcome: done(),
    touched: ["A"],
    want: { B: "True/Created", Ready: "Unknown/ReadyUnknown" },
  },
  { name: "requeueAfter sets no condition", outcome: requeueAfter("1s"), want: { Ready: "Unknown/ReadyUnknown" } },
  { name: "removed sets no condition", outcome: removed(), want: { Ready: "Unknown/ReadyUnknown" } },
  {
    name: "waiting sets its condition",
    outcome: waiting("A", "Creating", "1 of 2"),
    want: { A: "False/Creating", Ready: "False/NotReady" },
  },
  {
    name: "stalled sets its condition",
    outcome: stalled("B", "Creating", "no quota"),
    want: { B: "False/Creating", Ready: "False/NotReady" },
  },
  {
    name: "failed sets reason and message of contract v1beta1",
    kind: "OldCluster",
    outcome: failed("CreateError", "no image"),
    want: { Ready: "False/CreateError" },
    status: { failureReason: "CreateError", failureMessage: "no image" },
  },
  {
    name: "failed of a kind without a contract",
    kind: "FooDisk",
    outcome: failed("X", "y"),
    want: { Ready: "False/X" },
  },
  {
    name: "an error sets Ready only",
    outcome: { kind: "failed", error: new Error("x") },
    want: { Ready: "Unknown/ReconcileFailed" },
  },
  {
    name: "a gate sets Ready only",
    outcome: { kind: "gated", reason: "Waiting", message: "" },
    want: { Ready: "False/Waiting" },
  },
];

test.each(rows)("$name", ({ kind = "FooCluster", outcome, touched = [], want, status = {}, reports = [] }) => {
  const resource = kinds[kind];
  const shape = kindShapeOf(resource);
  const object: KubeObject = { apiVersion: resource.apiVersion, kind, metadata: { name: "a" } };
  const reported: unknown[] = [];
  applyOutcome(
    {
      object,
      shape,
      conditions: declared,
      touched: new Set(touched),
      deleted: new Set<string>(),
      report: (_, given) => reported.push(given),
    },
    "kind" in outcome ? outcome : { kind: "returned", result: outcome },
  );
  const written = conditionsAt(object, shape.conditions);
  expect(
    Object.fromEntries(
      written.map((one) => [one.type, one.reason === undefined ? one.status : `${one.status}/${one.reason}`]),
    ),
  ).toEqual(want);
  expect(object).toMatchObject({ status });
  expect(reported).toEqual(reports);
});

test.each([
  { outcome: waiting("A", "Creating", "1 of 2"), severity: "Info" },
  { outcome: stalled("A", "Creating", "no quota"), severity: "Error" },
])("$outcome.result has the severity $severity in contract v1beta1", ({ outcome, severity }) => {
  const { apiVersion, kind } = OldCluster;
  const object: KubeObject = { apiVersion, kind, metadata: { name: "a" } };
  const shape = kindShapeOf(OldCluster);
  const target = {
    object,
    shape,
    conditions: declared,
    touched: new Set<string>(),
    deleted: new Set<string>(),
    report: () => undefined,
  };
  applyOutcome(target, { kind: "returned", result: outcome });
  expect(conditionsAt(object, shape.conditions).find(({ type }) => type === "A")).toMatchObject({ severity });
});
