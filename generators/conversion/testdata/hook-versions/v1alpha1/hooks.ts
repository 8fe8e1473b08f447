// The first version of a product's hook: a size in a string, and a mode that later versions name otherwise.
import { defineHook, type Hook } from "@capstan/contract/define";
import type { Int32 } from "@capstan/kube";

/** Says what is to be done. */
export interface DoSomethingRequest {
  apiVersion?: string;
  kind?: string;
  settings?: Record<string, string>;
  target: string;
  sizeGb?: Int32;
  mode: "fast" | "safe";
  tries?: Int32;
}

/** Whether it is done. */
export interface DoSomethingResponse {
  apiVersion?: string;
  kind?: string;
  status: "Success" | "Failure";
  message?: string;
  retryAfterSeconds: Int32;
  doneIn?: string;
}

/** Called when something is to be done. */
export const DoSomething: Hook<DoSomethingRequest, DoSomethingResponse> = defineHook({
  apiVersion: "hooks.vault.example.com/v1alpha1",
  name: "DoSomething",
  summary: "Called when something is to be done",
  description: "The product waits for what the answer says.",
  blocking: true,
  deprecated: { since: "1.2", replacement: "v1beta1", removal: "1.3" },
});
