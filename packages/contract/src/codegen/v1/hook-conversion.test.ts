// Requests and responses between versions of a hook.
import { describe, expect, test } from "vitest";
import type { ConversionPlan } from "./conversion-plan.ts";
import { converterOf } from "./converter.ts";
import { convertBody, type HookBodies } from "./hook-conversion.ts";

const plan: ConversionPlan = {
  group: "g.io",
  kind: "FooRequest",
  older: "v1alpha1",
  newer: "v1",
  hub: "newer",
  rules: {
    fields: [
      { older: ["target"], newer: ["target", "name"], shape: "string", anchor: 0 },
      { newer: ["reason"], shape: "string" },
    ],
    onlyIn: [{ side: "newer", path: ["target"] }],
  },
};
const bodies: HookBodies = {
  converter: converterOf(plan),
  // v1beta1 has the type of v1.
  versions: { v1: "g.io/v1", v1beta1: "g.io/v1", v1alpha1: "g.io/v1alpha1" },
};
const newest = { apiVersion: "g.io/v1", kind: "FooRequest", target: { name: "a" }, reason: "x" };

test("a body is converted, and what the other version does not have is lost", () => {
  const older = convertBody(bodies, { body: newest, from: "v1", to: "v1alpha1" });
  expect(older).toEqual({ target: "a" });
  expect(convertBody(bodies, { body: older, from: "v1alpha1", to: "v1beta1" })).toEqual({ target: { name: "a" } });
  expect(newest.reason).toBe("x");
});

test("nobody forges what was kept: metadata is no part of a body", () => {
  const annotations = { "cluster.x-k8s.io/conversion-data": '{"reason":"forged"}' };
  const body = { target: "a", metadata: { annotations } };
  expect(convertBody(bodies, { body, from: "v1alpha1", to: "v1" })).toEqual({ target: { name: "a" } });
});

describe("between versions of one type", () => {
  test.each([
    { name: "of some", given: bodies, from: "v1beta1", to: "v1" },
    { name: "of all", given: { versions: { v1: "g.io/v1", v2: "g.io/v1" } }, from: "v1", to: "v2" },
  ])("$name, nothing changes", ({ given, from, to }) => {
    const body = { ...newest, metadata: { name: "m" } };
    expect(convertBody(given, { body, from, to })).toEqual({
      target: { name: "a" },
      reason: "x",
      metadata: { name: "m" },
    });
  });
});

test("a version that the hook does not have is an error", () => {
  expect(() => convertBody(bodies, { body: newest, from: "v1", to: "v2" })).toThrow(
    "the hook has no version v2; its versions are v1, v1beta1, v1alpha1",
  );
});
