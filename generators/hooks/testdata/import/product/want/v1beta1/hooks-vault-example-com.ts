// The hooks of hooks.vault.example.com/v1beta1, imported from their OpenAPI document.
import { defineHook } from "@capstan/api";
import type { Hook } from "@capstan/api";
import type { Target } from "../hooks-vault-example-com-types.ts";

/** @component com.example.vault.v1beta1.BeforeBackupRequest */
export interface BeforeBackupRequest {
  target: Target;
  plan?: Plan;
}

/** @component com.example.vault.v1beta1.Plan */
export interface Plan {
  name?: string;
}

/** @component com.example.vault.v1beta1.BeforeBackupResponse */
export interface BeforeBackupResponse {
  status: "Success" | "Failure";
}

/** Vault asks before it begins a backup. */
export const BeforeBackup: Hook<BeforeBackupRequest, BeforeBackupResponse> = defineHook({
  apiVersion: "hooks.vault.example.com/v1beta1",
  name: "BeforeBackup",
  summary: "Vault asks before it begins a backup.",
  description: "Vault asks before it begins a backup.",
});
