// IPAddresses while the API server does not serve their kind: they exist still, and so does what they reserve.
import type { IPAddress } from "@capstan/api/ipam/v1beta2";
import { expect, test } from "vitest";
import { FakeClient, notServed } from "../../test/fake-client.ts";
import { deleteAddress, protectFinalizer } from "./ip-address-store.ts";

const address: IPAddress = {
  apiVersion: "ipam.cluster.x-k8s.io/v1beta2",
  kind: "IPAddress",
  metadata: { namespace: "ns", name: "a", uid: "u", finalizers: [protectFinalizer] },
  spec: {
    claimRef: { name: "a" },
    poolRef: { apiGroup: "ipam.example.com", kind: "Pool", name: "p" },
    address: "10.0.0.1",
    prefix: 24,
  },
};

test("an IPAddress whose kind is not served for a moment does not count as deleted", async () => {
  const fake = new FakeClient();
  // The client takes each 404 for an object that does not exist.
  fake.client.delete = async () => false;
  fake.client.find = async () => undefined;
  fake.client.get = async () => {
    throw notServed();
  };
  await expect(deleteAddress(fake.whole, address)).rejects.toThrow("NotFound");
});
