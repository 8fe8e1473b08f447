// The second version: the target is an object, and the product may say why.
import { defineHook, type Hook } from "@capstan/contract/define";
import type { Int32 } from "@capstan/kube";

/** Says what is to be done. */
export interface DoSomethingRequest {
  apiVersion?: string;
  kind?: string;
  settings?: Record<string, string>;
  target: { name: string; zone?: string };
  sizeGb?: Int32;
  mode: "Fast" | "Safe";
  reason?: string;
}

/** Whether it is done. */
export interface DoSomethingResponse {
  apiVersion?: string;
  kind?: string;
  status: "Success" | "Failure";
  message?: string;
  retryAfterSeconds: Int32;
  /** @minLength 1 */
  doneIn?: string;
}

/** Called when something is to be done. */
export const DoSomething: Hook<DoSomethingRequest, DoSomethingResponse> = defineHook({
  apiVersion: "hooks.vault.example.com/v1alpha2",
  name: "DoSomething",
  summary: "Called when something is to be done",
  description: "The product waits for what the answer says.",
  blocking: true,
});
