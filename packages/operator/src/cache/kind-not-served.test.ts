// What the error for a kind that is not served says to do: for kinds of Kubernetes itself there is nothing to install.
import { resourceOf } from "@capstan/kube";
import { expect, test } from "vitest";
import { kindNotServed } from "./kind-not-served.ts";

test.each([
  ["batch/v1", "Job"],
  ["v1", "PodTemplate"],
  ["networking.k8s.io/v1", "Ingress"],
  ["flowcontrol.apiserver.k8s.io/v1", "FlowSchema"],
])("%s %s is of Kubernetes itself: the real server has it", (apiVersion, kind) => {
  const { help, message } = kindNotServed(resourceOf(apiVersion, kind));
  expect(message).toBe(`the server does not serve ${kind} of ${apiVersion}`);
  expect(help).toContain('`backend: "envtest"`, `capstan dev --real`');
  expect(help).not.toContain("CustomResourceDefinition");
});

test.each([
  ["example.com/v1", "Foo"],
  ["snapshot.storage.k8s.io/v1", "VolumeSnapshot"],
  ["cluster.x-k8s.io/v1beta2", "Cluster"],
])("%s %s is of a CustomResourceDefinition", (apiVersion, kind) => {
  const { help } = kindNotServed(resourceOf(apiVersion, kind));
  expect(help).toBe(
    "install its CustomResourceDefinition, with this version served; or set `optional: true` on the watch if the kind may be missing",
  );
});
