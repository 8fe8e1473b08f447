// Keys of elements that have other names and other values in the two versions: what the hub has of an element, and what it keeps for the other version, comes back into it.
import { expect, it } from "vitest";
import type { ConversionPlan, ElementRule } from "./conversion-plan.ts";
import { convertTo } from "./convert.ts";
import type { Fields } from "./fields.ts";
import { enumMap } from "./value-ops.ts";
import { planOfFoo } from "../../../test/conversion-plan.ts";

const annotation = "cluster.x-k8s.io/conversion-data";
const planOf = (element: Omit<ElementRule, "path" | "form">): ConversionPlan => ({
  ...planOfFoo,
  rules: { fields: [], elements: [{ path: ["spec", "disks"], form: "list", ...element }] },
});
const object = (version: string, disks: readonly object[], data?: unknown): Fields => ({
  apiVersion: `g.io/${version}`,
  kind: "Foo",
  metadata: { name: "a", ...(data !== undefined && { annotations: { [annotation]: JSON.stringify(data) } }) },
  spec: { disks },
});

const renamed = { older: ["name"], newer: ["id"] };
const converted = { older: ["zone"], newer: ["zone"], as: enumMap({ x: "X", y: "Y" }) };
const shelf = { newer: ["shelf"], shape: "string" } as const;
const bus = { older: ["bus"], keep: true, shape: "string" } as const;

it("elements are found again by the keys of the hub", () => {
  const plan = planOf({ keys: ["id", "zone"], rules: { fields: [renamed, converted, shelf] } });
  const [here, there] = [
    { id: "a", zone: "X", shelf: "1" },
    { id: "a", zone: "Y", shelf: "2" },
  ];
  const older = convertTo("older", plan, { object: object("v2", [here, there]) });
  const inOlder = [
    { name: "a", zone: "x" },
    { name: "a", zone: "y" },
  ];
  expect(older).toEqual(object("v1", inOlder, { spec: { disks: [here, there] } }));
  expect(convertTo("newer", plan, { object: older })).toEqual(object("v2", [here, there]));
  const reordered = { ...older, spec: { disks: [{ name: "b", zone: "y" }, ...inOlder.toReversed()] } };
  expect(convertTo("newer", plan, { object: reordered })).toEqual(object("v2", [{ id: "b", zone: "Y" }, there, here]));
});

it("what the hub keeps for the other version is found again by the keys of that version", () => {
  const plan = planOf({ keys: ["id"], spokeKeys: ["name"], rules: { fields: [renamed, bus] } });
  const older = object("v1", [{ name: "a", bus: "ide" }, { name: "b" }]);
  const hub = convertTo("newer", plan, { object: older });
  const keptFor = { v1: { spec: { disks: [{ name: "a", bus: "ide" }, { name: "b" }] } } };
  expect(hub).toEqual(object("v2", [{ id: "a" }, { id: "b" }], { keptFor }));
  const reordered = { ...hub, spec: { disks: [{ id: "b" }, { id: "a" }] } };
  expect(convertTo("older", plan, { object: reordered })).toEqual(
    object("v1", [{ name: "b" }, { name: "a", bus: "ide" }]),
  );
});

it.each([
  ["a field", [bus], { bus: "ide" }],
  ["a required field", [{ ...bus, default: "" }], { bus: "ide" }],
  ["a field in an object", [{ ...bus, older: ["io", "bus"], anchor: 0 }], { io: { bus: "ide" } }],
] as const)("%s that the hub keeps does not change the value of an element without keys", (_, kept, part) => {
  const onlyIn = [{ side: "older", path: ["io"], anchor: 0 }] as const;
  const plan = planOf({ spokeKeys: ["name"], rules: { fields: [shelf, ...kept], onlyIn } });
  const start = convertTo("newer", plan, { object: object("v1", [{ name: "a", ...part }]) });
  const hub = { ...start, spec: { disks: [{ name: "a", shelf: "1" }] } };
  const older = convertTo("older", plan, { object: hub });
  expect(older["spec"]).toEqual({ disks: [{ name: "a", ...part }] });
  expect(convertTo("newer", plan, { object: older })).toEqual(hub);
});

it("nor does the default of a field that only the other version has", () => {
  const plan = planOf({ rules: { fields: [shelf, { older: ["size"] }] } });
  const older = object("v1", [{ name: "a", size: 3 }], { spec: { disks: [{ name: "a", shelf: "1" }] } });
  expect(convertTo("newer", plan, { object: older })["spec"]).toEqual({ disks: [{ name: "a", shelf: "1" }] });
});

it("nor one in a list of the element", () => {
  const inner: ElementRule = { path: ["parts"], form: "list", keys: ["id"], rules: { fields: [bus] } };
  const plan = planOf({ rules: { fields: [shelf], elements: [inner] } });
  const older = object("v1", [{ parts: [{ id: "a", bus: "ide" }] }], {
    spec: { disks: [{ parts: [{ id: "a" }], shelf: "1" }] },
  });
  expect(convertTo("newer", plan, { object: older })["spec"]).toEqual({
    disks: [{ parts: [{ id: "a" }], shelf: "1" }],
  });
});
