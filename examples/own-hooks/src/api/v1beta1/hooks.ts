// The newest version, through which the others are converted; and a hook that only this version has.
import { defineHook, type Hook, type Int32 } from "@capstan/api";

/** Where a backup goes. */
export interface Destination {
  bucket: string;
  region?: string;
}

/** The backup that may begin. */
export interface BeforeBackupRequest {
  apiVersion?: string;
  kind?: string;
  settings?: Record<string, string>;
  /** clusterName is the Cluster that is backed up. */
  clusterName: string;
  /** destination is where the backup goes. */
  destination: Destination;
  /** sizeGiB is how large the backup is expected to be. */
  sizeGiB?: Int32;
  /** mode is how the workload is treated: it goes on, or is stopped for the time of the backup. */
  mode: "Fast" | "Safe";
  /** reason is why there is a backup now. */
  reason?: "Scheduled" | "BeforeUpgrade" | "Requested";
}

/** Whether it may begin, and where it goes instead. */
export interface BeforeBackupResponse {
  apiVersion?: string;
  kind?: string;
  status: "Success" | "Failure";
  message?: string;
  retryAfterSeconds: Int32;
  /** destination is what changes of the request's. */
  destination?: { bucket?: string; region?: string };
}

/** Called before a backup begins. */
export const BeforeBackup: Hook<BeforeBackupRequest, BeforeBackupResponse> = defineHook({
  apiVersion: "hooks.vault.example.com/v1beta1",
  name: "BeforeBackup",
  summary: "Called before a backup begins",
  description: "Vault waits until no handler holds the backup.",
  tags: ["Backups"],
  blocking: true,
});

/** The backup that has ended. */
export interface AfterBackupRequest {
  apiVersion?: string;
  kind?: string;
  settings?: Record<string, string>;
  /** clusterName is the Cluster that was backed up. */
  clusterName: string;
  /** succeeded is whether there is a backup. */
  succeeded: boolean;
}

/** That the extension knows. */
export interface AfterBackupResponse {
  apiVersion?: string;
  kind?: string;
  status: "Success" | "Failure";
  message?: string;
}

/** Called after a backup. */
export const AfterBackup: Hook<AfterBackupRequest, AfterBackupResponse> = defineHook({
  apiVersion: "hooks.vault.example.com/v1beta1",
  name: "AfterBackup",
  summary: "Called after a backup",
  description: "Nothing waits for it.",
  tags: ["Backups"],
});
