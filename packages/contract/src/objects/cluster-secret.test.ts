// Secrets of a Cluster, written and read back.
import { expect, it } from "vitest";
import { kubeconfigOf, kubeconfigSecret } from "./cluster-secret.ts";

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
});
