// What a control plane or a MachineSet remembers of the fields that it has set.
import type { Machine } from "@capstan/api/core/v1beta2";
import { expect, test } from "vitest";
import {
  type FieldsOfObject,
  partsOf,
  rememberFields,
  SetFields,
  SetFieldsByOwner,
  setMetadata,
  withParts,
} from "./set-fields.ts";

function machine(labels: Record<string, string>, name = "m"): Machine {
  const infrastructureRef = { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "DevMachine", name };
  return {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Machine",
    metadata: { name, uid: name, labels },
    spec: { clusterName: "c", bootstrap: {}, infrastructureRef },
  };
}

function labelsAfter(given: Record<string, string>, labels: Record<string, string>, own: FieldsOfObject): unknown {
  const object = machine(given);
  setMetadata(object, { labels, annotations: {} }, own);
  return object.metadata.labels;
}

test("a field is removed until it is seen that the write succeeded, and is that of others after that", () => {
  const own: FieldsOfObject = new Map();
  expect(labelsAfter({ other: "x" }, { one: "1" }, own)).toEqual({ other: "x", one: "1" });
  expect(labelsAfter({ other: "x", one: "1" }, {}, own)).toEqual({ other: "x" });
  expect(labelsAfter({ other: "x", one: "1" }, {}, own)).toEqual({ other: "x" });
  expect(labelsAfter({ other: "x" }, {}, own)).toEqual({ other: "x" });
  expect(labelsAfter({ other: "x", one: "1" }, {}, own)).toEqual({ other: "x", one: "1" });
});

test("a field is removed with each value that it had from the template, as long as no write is seen", () => {
  const own: FieldsOfObject = new Map();
  labelsAfter({}, { one: "1" }, own);
  expect(labelsAfter({ one: "1" }, { one: "2" }, own)).toEqual({ one: "2" });
  expect(labelsAfter({ one: "1" }, { one: "3" }, own)).toEqual({ one: "3" });
  expect(labelsAfter({ one: "1" }, {}, own)).toEqual({});
  expect(labelsAfter({ one: "1" }, {}, own)).toEqual({});
  expect(labelsAfter({}, {}, own)).toEqual({});
  expect([labelsAfter({ one: "1" }, {}, own), own.size]).toEqual([{ one: "1" }, 0]);
});

test("a value that was replaced is that of others once the write is seen", () => {
  const own: FieldsOfObject = new Map();
  labelsAfter({}, { one: "1" }, own);
  labelsAfter({ one: "1" }, { one: "2" }, own);
  labelsAfter({ one: "2" }, { one: "2" }, own);
  expect(labelsAfter({ one: "1" }, {}, own)).toEqual({ one: "1" });
});

test("machines that do not exist any more are forgotten with their parts, and so are owners", () => {
  const owners = new SetFieldsByOwner();
  const fields = owners.of(machine({}, "owner"));
  const [one, two] = [machine({}), machine({}, "n")];
  const objects = [one, ...partsOf(one), two, ...partsOf(two)];
  const sizes = (from: SetFields): readonly number[] => objects.map((each) => from.of(each).size);
  for (const each of objects) fields.of(each).set("labels", { a: "b" });
  fields.keepOnly(withParts([two]));
  expect(sizes(owners.of(machine({}, "owner")))).toEqual([0, 0, 1, 1]);
  owners.forget(machine({}, "owner"));
  expect(sizes(owners.of(machine({}, "owner")))).toEqual([0, 0, 0, 0]);
});

test("little is kept for many machines: they share what is wanted, and nothing is kept of what is not there", () => {
  const fields = new SetFields();
  const wanted = { labels: { one: "1" }, annotations: {} };
  const machines = ["m", "n"].map((name) => machine({}, name));
  for (const each of machines) setMetadata(each, wanted, fields.of(each));
  for (const each of machines) expect(fields.of(each).get("labels")).toBe(wanted.labels);
  expect(machines.map((each) => fields.of(each).size)).toEqual([1, 1]);
});

test("what was set before is remembered beside what is known", () => {
  const own: FieldsOfObject = new Map();
  labelsAfter({}, { one: "1" }, own);
  rememberFields({ labels: { one: "2", two: "2" } }, own);
  expect(labelsAfter({ one: "1", two: "2" }, {}, own)).toEqual({});
});
