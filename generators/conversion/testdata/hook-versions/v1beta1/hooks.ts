// The newest version, through which the others are converted.
import { defineHook, type Hook } from "@capstan/contract/define";
import type { Int32 } from "@capstan/kube";

/** Says what is to be done. */
export interface DoSomethingRequest {
  apiVersion?: string;
  kind?: string;
  settings?: Record<string, string>;
  target: { name: string; zone?: string };
  sizeGiB?: Int32;
  mode: "Fast" | "Safe";
  reason?: string;
  retries?: Int32;
}

/** Whether it is done. */
export interface DoSomethingResponse {
  apiVersion?: string;
  kind?: string;
  status: "Success" | "Failure";
  message?: string;
  retryAfterSeconds: Int32;
  result?: { place?: string };
}

/** Called when something is to be done. */
export const DoSomething: Hook<DoSomethingRequest, DoSomethingResponse> = defineHook({
  apiVersion: "hooks.vault.example.com/v1beta1",
  name: "DoSomething",
  summary: "Called when something is to be done",
  description: "The product waits for what the answer says.",
  blocking: true,
});
