// The hook of the first release: a bucket, and a size in gigabytes.
import { defineHook, type Hook, type Int32 } from "@capstan/api";

/** The backup that may begin. */
export interface BeforeBackupRequest {
  apiVersion?: string;
  kind?: string;
  settings?: Record<string, string>;
  /** clusterName is the Cluster that is backed up. */
  clusterName: string;
  /** bucket is where the backup goes. */
  bucket: string;
  /** sizeGb is how large the backup is expected to be. */
  sizeGb?: Int32;
  /** mode is how the workload is treated: it goes on, or is stopped for the time of the backup. */
  mode: "fast" | "safe";
}

/** Whether it may begin, and where it goes instead. */
export interface BeforeBackupResponse {
  apiVersion?: string;
  kind?: string;
  status: "Success" | "Failure";
  message?: string;
  retryAfterSeconds: Int32;
  /** bucket is another one than that of the request. */
  bucket?: string;
}

/** Called before a backup begins. */
export const BeforeBackup: Hook<BeforeBackupRequest, BeforeBackupResponse> = defineHook({
  apiVersion: "hooks.vault.example.com/v1alpha1",
  name: "BeforeBackup",
  summary: "Called before a backup begins",
  description: "Vault waits until no handler holds the backup.",
  tags: ["Backups"],
  blocking: true,
});
