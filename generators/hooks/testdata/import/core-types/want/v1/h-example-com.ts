// The hooks of h.example.com/v1, imported from their OpenAPI document.
import { defineHook } from "@capstan/api";
import type { Hook, LabelSelector, ObjectMeta } from "@capstan/api";
import type { APIEndpoint, ObjectMeta as V1beta2ObjectMeta } from "@capstan/api/core/v1beta2";

/** @component BeforeARequest */
export interface BeforeARequest {
  same?: APIEndpoint;
  other?: FailureDomain;
  inner?: V1beta2ObjectMeta;
  outer?: ObjectMeta;
  outerByKubernetesName?: ObjectMeta;
  selector?: LabelSelector;
  asked?: BeforeAResponse;
  taken?: ExampleAPIEndpoint;
}

/** @component sigs.k8s.io.cluster-api.api.core.v1beta2.FailureDomain */
export interface FailureDomain {
  name?: string;
  colour?: string;
}

/** @component Asked.BeforeAResponse */
export interface BeforeAResponse {
  asked?: string;
}

/** @component com.example.APIEndpoint */
export interface ExampleAPIEndpoint {
  url?: string;
}

/** @component BeforeAResponse */
export interface HookBeforeAResponse {
  status: string;
}

/** The hook BeforeA */
export const BeforeA: Hook<BeforeARequest, HookBeforeAResponse> = defineHook({
  apiVersion: "h.example.com/v1",
  name: "BeforeA",
  summary: "The hook BeforeA",
  description: "The hook BeforeA",
});
