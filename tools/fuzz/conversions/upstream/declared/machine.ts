// How Cluster API's Machine changes between its versions, as a declaration: what upstream's functions do by hand.
import { defineConversion, type Conversion } from "@capstan/contract/conversion";
import type { Machine as Older } from "@capstan/api/core/v1beta1";
import type { Machine as Newer } from "@capstan/api/core/v1beta2";

export const machine: Conversion<Older, Newer> = defineConversion({
  older: {
    spec: { bounds: "differ" },
    "spec.readinessGates": { bounds: "differ" },
    "status.addresses": { bounds: "differ" },
    "status.observedGeneration": { bounds: "differ" },
    "spec.bootstrap.configRef": { as: "reference", bounds: "differ" },
    "spec.bootstrap.configRef.fieldPath": "removed",
    "spec.bootstrap.configRef.resourceVersion": "removed",
    "spec.bootstrap.configRef.uid": "removed",
    "spec.infrastructureRef": { as: "reference", bounds: "differ" },
    "spec.infrastructureRef.fieldPath": "removed",
    "spec.infrastructureRef.resourceVersion": "removed",
    "spec.infrastructureRef.uid": "removed",
    "spec.nodeDrainTimeout": { to: "spec.deletion.nodeDrainTimeoutSeconds", as: "seconds", bounds: "differ" },
    "spec.nodeVolumeDetachTimeout": {
      to: "spec.deletion.nodeVolumeDetachTimeoutSeconds",
      as: "seconds",
      bounds: "differ",
    },
    "spec.nodeDeletionTimeout": { to: "spec.deletion.nodeDeletionTimeoutSeconds", as: "seconds", bounds: "differ" },
    "status.nodeRef": { as: { reference: { apiVersion: "v1", kind: "Node" } }, bounds: "differ" },
    "status.nodeRef.fieldPath": "removed",
    "status.nodeRef.namespace": "removed",
    "status.nodeRef.resourceVersion": "removed",
    "status.nodeRef.uid": "removed",
    "status.bootstrapReady": { to: "status.initialization.bootstrapDataSecretCreated", as: "boolPresence" },
    "status.infrastructureReady": { to: "status.initialization.infrastructureProvisioned", as: "boolPresence" },
    "status.failureReason": { to: "status.deprecated.v1beta1.failureReason" },
    "status.failureMessage": { to: "status.deprecated.v1beta1.failureMessage" },
    "status.conditions": { to: "status.deprecated.v1beta1.conditions" },
    "status.v1beta2.conditions": { to: "status.conditions" },
    "status.phase": { as: { enum: {}, added: { Updating: "Running" } } },
  },
  newer: { "spec.minReadySeconds": "added", "status.failureDomain": "added" },
});
