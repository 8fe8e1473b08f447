// What `--describe` says of providers with pools of IP addresses.
import { expect, test } from "vitest";
import { allocated } from "../authoring/ip-pool.ts";
import { initProvider, type ProviderKit } from "../authoring/provider-kit.ts";
import { done } from "../authoring/result.ts";
import { FooIPPool, GlobalIPPool } from "../../test/foo-kinds.ts";
import { describeProvider } from "./describe-provider.ts";

const kit: ProviderKit<object> = initProvider();

test("an IPAM provider answers claims of its pools: it may not delete claims, and the pools are its own kinds", () => {
  const answer = { allocate: async () => allocated({ address: "10.0.0.1", prefix: 24 }) };
  const { watchedRules, clusterRules, kinds, ownership } = describeProvider(
    kit.provider({
      name: "foo",
      type: "ipam",
      controllers: [kit.ipPool(FooIPPool, answer), kit.ipPool(GlobalIPPool, answer)],
    }),
  );
  const group = "ipam.cluster.x-k8s.io";
  expect(watchedRules.filter(({ apiGroups }) => apiGroups[0]?.includes("ipam"))).toEqual([
    {
      apiGroups: [group],
      resources: ["ipaddressclaims"],
      verbs: ["get", "list", "patch", "watch"],
    },
    { apiGroups: [group], resources: ["ipaddressclaims/finalizers"], verbs: ["update"] },
    { apiGroups: [group], resources: ["ipaddressclaims/status"], verbs: ["patch"] },
    {
      apiGroups: [group],
      resources: ["ipaddresses"],
      verbs: ["create", "delete", "get", "list", "patch", "watch"],
    },
    { apiGroups: ["ipam.foo.io"], resources: ["fooippools"], verbs: ["get", "list", "patch", "watch"] },
    { apiGroups: ["ipam.foo.io"], resources: ["fooippools/finalizers"], verbs: ["update"] },
  ]);
  expect(clusterRules.filter(({ apiGroups }) => apiGroups[0] === "ipam.foo.io")).toEqual([
    { apiGroups: ["ipam.foo.io"], resources: ["globalippools"], verbs: ["get", "list", "patch", "watch"] },
    { apiGroups: ["ipam.foo.io"], resources: ["globalippools/finalizers"], verbs: ["update"] },
  ]);
  expect(kinds.map(({ kind, role }) => `${kind} ${role}`)).toEqual(["FooIPPool owned", "GlobalIPPool owned"]);
  expect(ownership.map(({ owner, owned }) => `${owner.kind} -> ${owned.kind}`)).toEqual([
    "IPAddressClaim -> IPAddress",
    "FooIPPool -> IPAddress",
    "IPAddressClaim -> IPAddress",
    "GlobalIPPool -> IPAddress",
  ]);
});

test("a pool may have a controller of its own beside that of its claims, but no second one of either", () => {
  const claims = kit.ipPool(FooIPPool, { allocate: async () => allocated({ address: "10.0.0.1", prefix: 24 }) });
  const pools = kit.controller(FooIPPool, { reconcile: async () => done() });
  const define =
    (...controllers: readonly (typeof claims)[]) =>
    (): unknown =>
      kit.provider({ name: "foo", type: "ipam", controllers });
  expect(define(claims, pools)).not.toThrow();
  expect(define(claims, pools, claims)).toThrow("two controllers of FooIPPool");
  expect(define(pools, pools)).toThrow("two controllers of FooIPPool");
});
