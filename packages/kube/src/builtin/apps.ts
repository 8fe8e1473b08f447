// Deployments, with the parts of a Pod that a provider's release uses.
import type { KubeObject } from "../objects/object.ts";
import { resourceOf, type Resource } from "../objects/resource.ts";
import type { Int32, IntOrString, JSONObject, Time } from "../values/scalars.ts";
import type { LabelSelector } from "../values/selectors.ts";

/** An environment variable: a value, or where the value comes from. */
export interface EnvVar {
  name: string;
  value?: string;
  valueFrom?: {
    fieldRef?: { apiVersion?: string; fieldPath: string };
    secretKeyRef?: { name: string; key: string; optional?: boolean };
    configMapKeyRef?: { name: string; key: string; optional?: boolean };
  };
}

/** How the health of a container is checked. */
export interface Probe {
  httpGet?: { path?: string; port: IntOrString; scheme?: string; host?: string };
  initialDelaySeconds?: Int32;
  periodSeconds?: Int32;
  timeoutSeconds?: Int32;
  failureThreshold?: Int32;
  successThreshold?: Int32;
}

/** One process of a Pod. */
export interface Container {
  name: string;
  image?: string;
  command?: string[];
  args?: string[];
  workingDir?: string;
  env?: EnvVar[];
  envFrom?: {
    secretRef?: { name: string; optional?: boolean };
    configMapRef?: { name: string; optional?: boolean };
    prefix?: string;
  }[];
  ports?: { name?: string; containerPort: Int32; protocol?: string }[];
  volumeMounts?: { name: string; mountPath: string; readOnly?: boolean; subPath?: string }[];
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  startupProbe?: Probe;
  imagePullPolicy?: string;
  resources?: JSONObject;
  securityContext?: JSONObject;
}

/** Files that a Pod's containers can mount. */
export interface Volume {
  name: string;
  secret?: { secretName: string; optional?: boolean; defaultMode?: Int32; items?: { key: string; path: string }[] };
  configMap?: { name: string; optional?: boolean; items?: { key: string; path: string }[] };
  emptyDir?: JSONObject;
  hostPath?: { path: string; type?: string };
}

/** What a Pod runs. */
export interface PodSpec {
  serviceAccountName?: string;
  containers: Container[];
  volumes?: Volume[];
  terminationGracePeriodSeconds?: Int32;
  securityContext?: JSONObject;
  nodeSelector?: Record<string, string>;
  affinity?: JSONObject;
  tolerations?: JSONObject[];
  topologySpreadConstraints?: JSONObject[];
}

/** The template of a Deployment's Pods. */
export interface PodTemplateSpec {
  metadata?: { labels?: Record<string, string>; annotations?: Record<string, string> };
  spec: PodSpec;
}

/** A number of identical Pods. */
export interface Deployment extends KubeObject<"apps/v1", "Deployment"> {
  spec?: {
    replicas?: Int32;
    selector: LabelSelector;
    template: PodTemplateSpec;
    strategy?: JSONObject;
    revisionHistoryLimit?: Int32;
  };
  status?: {
    observedGeneration?: number;
    replicas?: Int32;
    updatedReplicas?: Int32;
    readyReplicas?: Int32;
    availableReplicas?: Int32;
    conditions?: {
      type: string;
      status: string;
      reason?: string;
      message?: string;
      lastUpdateTime?: Time;
      lastTransitionTime?: Time;
    }[];
  };
}
export const Deployment: Resource<Deployment> = resourceOf("apps/v1", "Deployment");
