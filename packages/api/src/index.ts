// Everything an API author imports, in one place: the define functions and the vocabulary of Cluster API's contracts, and
// the shapes of Kubernetes itself. Core's own kinds and the hooks are subpaths; importing any of them starts nothing.
export { defineHook, defineInfraCluster, defineInfraMachine, defineResource, defineTemplate } from "@capstan/contract";
export type { Hook, RequestOf, ResponseOf, TemplateObjectMeta, TemplateOf } from "@capstan/contract";
export { defineConversion } from "@capstan/contract";
export type { Conversion, Converter } from "@capstan/contract";
export type { HookEntry } from "./catalog/hook-entry.ts";
export { annotations, contractLabel, labels } from "@capstan/contract";
export { getCondition, isConditionTrue, removeCondition, setCondition } from "@capstan/contract";
export type { ContractVersion } from "@capstan/contract";

export type {
  Bytes,
  Condition,
  Double,
  Duration,
  EmptyObject,
  Float,
  Int,
  Int32,
  Int64,
  IntOrString,
  JSONObject,
  JSONValue,
  KubeObject,
  LabelSelector,
  MicroTime,
  ObjectMeta,
  OwnerReference,
  Quantity,
  Resource,
  Time,
} from "@capstan/kube";
