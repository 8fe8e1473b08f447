// The names of finalizers.
import { resourceOf } from "@capstan/kube";
import { expect, it } from "vitest";
import { finalizerOf } from "./finalizers.ts";

it("names the finalizer after kind and group", () => {
  expect(finalizerOf(resourceOf("g.io/v1", "FooCluster"))).toBe("foocluster.g.io");
});
