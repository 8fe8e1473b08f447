// Reservations of claims that end while they are made, in a process with controllers of several kinds of pools.
import type { IPAddressClaim } from "@capstan/api/ipam/v1beta2";
import { keyOf } from "@capstan/kube";
import { expect, test } from "vitest";
import { FakeClient } from "../../test/fake-client.ts";
import { FooIPPool, GlobalIPPool } from "../../test/foo-kinds.ts";
import { idOfClaim } from "./claim-id.ts";
import { Reservations } from "./reservations.ts";

const place = { resource: FooIPPool, key: { namespace: "ns", name: "p" } };

function claim(name: string): IPAddressClaim {
  return {
    apiVersion: "ipam.cluster.x-k8s.io/v1beta2",
    kind: "IPAddressClaim",
    metadata: { namespace: "ns", name, uid: name },
    spec: { poolRef: { apiGroup: "ipam.foo.io", kind: "FooIPPool", name: "p" } },
  };
}

test("the controller of another kind does not end a reservation that is being made, so that its own controller can", async () => {
  const fake = new FakeClient();
  fake.put<FooIPPool>({ apiVersion: "ipam.foo.io/v1", kind: "FooIPPool", metadata: place.key });
  const reservations = new Reservations(fake.whole);
  const reserve = (name: string): Promise<string | undefined> =>
    reservations.reserve(place, { claim: claim(name), candidates: ["10.0.0.1", "10.0.0.2"] });
  expect(await reserve("first")).toBe("10.0.0.1");
  const reserved = reserve("a");
  const [key, id] = [keyOf(claim("a")), idOfClaim(claim("a"))];
  expect(reservations.openClaim(GlobalIPPool, key)).toBeUndefined();
  reservations.gone(GlobalIPPool, key, id);
  expect(await reserved).toBe("10.0.0.2");
  expect(await reserve("b")).toBeUndefined();
  reservations.gone(FooIPPool, key, id);
  expect(await reserve("b")).toBe("10.0.0.2");
});
