// The kubeconfigs that dev has made in place of a control plane, by their Secrets.
import { type KubeObject, keyOf } from "@capstan/kube";
import { expect, test } from "vitest";
import { followFilledIn } from "./filled-in-kubeconfigs.ts";
import type { FollowedTopologies } from "./rejected-topologies.ts";

function secret(playedBy: string | undefined, owner: string): KubeObject {
  return {
    apiVersion: "v1",
    kind: "Secret",
    metadata: {
      namespace: "default",
      name: "dev-kubeconfig",
      labels: playedBy === undefined ? {} : { "capstan.dev/played-by": playedBy },
      ownerReferences: [{ apiVersion: "a.b/v1", kind: owner, name: "dev", uid: "u" }],
    },
  };
}

test("only one that a control plane owns and the Nodes have made is named, until it is deleted", () => {
  const reports: string[] = [];
  let listener: Parameters<FollowedTopologies["changes"]>[0] = () => undefined;
  followFilledIn({
    changes: (changed) => {
      listener = changed;
      return () => undefined;
    },
    found: (all) => reports.push(all.map(({ message }) => message).join("; ")),
  });
  const change = (object: KubeObject, type: string = "MODIFIED"): void =>
    listener({ type, kind: object.kind, key: keyOf(object), object });
  change(secret(undefined, "FooControlPlane"));
  change(secret("control-plane", "KubeadmControlPlane"));
  change(secret("nodes", "Cluster"));
  change(secret("nodes", "FooControlPlane"));
  change(secret("nodes", "FooControlPlane"), "DELETED");
  const message =
    "FooControlPlane default/dev is initialized, and there was no Secret default/dev-kubeconfig: dev has made it, with simulated Nodes behind it";
  expect(reports).toEqual([message, ""]);
});
