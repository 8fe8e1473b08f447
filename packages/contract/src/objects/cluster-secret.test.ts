// Secrets of a Cluster, written and read back.
import { expect, it } from "vitest";
import { clusterSecretName, kubeconfigOf, kubeconfigSecret } from "./cluster-secret.ts";

it("makes the Secret that core looks for, and reads it back", () => {
  const secret = kubeconfigSecret({ cluster: "c", namespace: "n", kubeconfig: "kind: Config # ü" });
  expect(secret).toEqual({
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: "c-kubeconfig", namespace: "n", labels: { "cluster.x-k8s.io/cluster-name": "c" } },
    type: "cluster.x-k8s.io/secret",
    data: { value: Buffer.from("kind: Config # ü").toString("base64") },
  });
  expect(kubeconfigOf(secret)).toBe("kind: Config # ü");
  expect(kubeconfigOf({ ...secret, data: {} })).toBeUndefined();
  expect(kubeconfigOf({ ...secret, data: { value: "" } })).toBeUndefined();
  const { data: _, ...bare } = secret;
  expect(kubeconfigOf(bare)).toBeUndefined();
});

it("the Secret may be owned by who renews it", () => {
  const owner = { apiVersion: "cluster.x-k8s.io/v1beta2", kind: "Cluster", name: "c", uid: "1" };
  expect(kubeconfigSecret({ cluster: "c", namespace: "n", kubeconfig: "", owner }).metadata.ownerReferences).toEqual([
    owner,
  ]);
});

it.each(["kubeconfig", "ca", "etcd", "sa", "proxy", "apiserver-etcd-client"] as const)(
  "%s ends the Secret's name",
  (purpose) => {
    expect(clusterSecretName("c", purpose)).toBe(`c-${purpose}`);
  },
);
