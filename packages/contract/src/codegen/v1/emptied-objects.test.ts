// Objects that all their fields leave for other places: when they go with the last one, and when they stay or come back.
import { describe, expect, it } from "vitest";
import { convertTo } from "./convert.ts";
import type { ConversionPlan } from "./conversion-plan.ts";

describe("an object that a field leaves", () => {
  const leaving: ConversionPlan = {
    group: "g.io",
    kind: "Foo",
    older: "v1",
    newer: "v2",
    hub: "newer",
    rules: {
      fields: [{ older: ["spec", "net", "cidr"], newer: ["spec", "pods", "cidr"], shape: "string", anchor: 1 }],
      onlyIn: [{ side: "newer", path: ["spec", "pods"] }],
      emptied: [{ side: "older", path: ["spec", "net"] }],
    },
  };
  const object = (version: string, spec: object): object => ({
    apiVersion: `g.io/${version}`,
    kind: "Foo",
    metadata: { name: "a" },
    spec,
  });
  const there = (spec: object): object => convertTo("newer", leaving, { object: object("v1", spec) });

  it.each([
    [{ net: { cidr: "c" } }, { pods: { cidr: "c" } }],
    [{ net: { cidr: "c", mode: "m" } }, { net: { mode: "m" }, pods: { cidr: "c" } }],
    [{ net: {} }, { net: {} }],
  ])("goes with its last field, %j", (older, newer) => {
    expect(there(older)).toHaveProperty("spec", newer);
    expect(convertTo("older", leaving, { object: there(older) })).toHaveProperty("spec", older);
  });

  it("stays, empty, where the hub has a value in it that is kept", () => {
    const { fields, ...others } = leaving.rules;
    const kept: ConversionPlan = {
      ...leaving,
      rules: {
        ...others,
        emptied: [...(others.emptied ?? []), { side: "newer", path: ["spec", "pods"] }],
        onlyIn: [],
        fields: [...fields, { newer: ["spec", "pods", "mode"], shape: "string" }],
      },
    };
    const hub = object("v2", { pods: { cidr: "c", mode: "m" } });
    const older = convertTo("older", kept, { object: hub });
    expect(older).toHaveProperty("spec", { net: { cidr: "c" }, pods: {} });
    expect(convertTo("newer", kept, { object: older })).toEqual(hub);
  });

  it("stays where an empty object is left in it", () => {
    expect(there({ net: { cidr: "c", hints: {} } })).toHaveProperty("spec", {
      pods: { cidr: "c" },
      net: { hints: {} },
    });
  });

  it("comes back empty where the hub had it, unless a user removed it", () => {
    const hub = object("v2", { net: {}, pods: { cidr: "c" } });
    const read = convertTo("older", leaving, { object: hub });
    expect(read).toHaveProperty("spec", { net: { cidr: "c" } });
    expect(convertTo("newer", leaving, { object: read })).toEqual(hub);
    expect(convertTo("newer", leaving, { object: { ...read, spec: {} } })).toHaveProperty("spec", {});
  });

  it("stays, empty, where the annotation has parts of it", () => {
    const plan: ConversionPlan = {
      ...leaving,
      rules: {
        ...leaving.rules,
        fields: [
          ...leaving.rules.fields,
          { older: ["spec", "net", "port"], keep: true, shape: "string" },
          { newer: ["spec", "net", "mode"], shape: "string" },
        ],
      },
    };
    const way = (from: object, to: "older" | "newer"): object => convertTo(to, plan, { object: from });
    const older = object("v1", { net: { cidr: "c", port: "p" } });
    expect(way(older, "newer")).toHaveProperty("spec", { net: {}, pods: { cidr: "c" } });
    expect(way(way(older, "newer"), "older")).toHaveProperty("spec", { net: { cidr: "c", port: "p" } });
    const newer = object("v2", { net: { mode: "m" } });
    expect(way(newer, "older")).toHaveProperty("spec", { net: {} });
    expect(way(way(newer, "older"), "newer")).toEqual(newer);
  });
});
