import { defineResource } from "@capstan/contract/define";
import type { Int32, IntOrString, JSONObject, KubeObject, Resource, Time } from "@capstan/kube";

export interface SetStatus {
  replicas?: Int32;
  since?: Time;
  selector?: string;
  conditions?: { type: string; status: "True" | "False" }[];
  raw?: JSONObject;
}
export interface Set_ extends KubeObject<"test.capstan.dev/v1", "ReplicaShelf"> {
  spec?: { replicas?: Int32; ready?: boolean; size?: IntOrString; labels?: Record<string, string> };
  status?: SetStatus;
}
export const ReplicaShelf: Resource<Set_> = defineResource({
  apiVersion: "test.capstan.dev/v1",
  kind: "ReplicaShelf",
  scope: "Cluster",
  printColumns: {
    Replicas: ".spec.replicas",
    Ready: ".spec.ready",
    Size: { path: ".spec.size", priority: 1, description: "How big" },
    Since: ".status.since",
    Condition: '.status.conditions[?(@.type=="Ready")].status',
    First: ".status.conditions[0].type",
    Label: ".spec.labels['a\\.b/c']",
    Cluster: ".metadata.labels['cluster\\.x-k8s\\.io/cluster-name']",
    Raw: ".status.raw.deep.down",
    Forced: { path: ".spec.replicas", type: "string", format: "byte" },
    Age: ".metadata.creationTimestamp",
    Generation: ".metadata.generation",
  },
  scale: { specReplicas: ".spec.replicas", statusReplicas: ".status.replicas", labelSelector: ".status.selector" },
  selectableFields: [".spec.ready"],
});
