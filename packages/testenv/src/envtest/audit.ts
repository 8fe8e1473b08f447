// The audit log: what each user requested and how the API server responded.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { writeSecretFile } from "../host/secret-file.ts";

/** Where the log is and what is in it. */
export interface AuditOptions {
  readonly log: string;
  readonly policyFile: string;
}

/** The main fields of an audit event; objects are set when the policy's level includes them. */
export interface AuditEvent {
  readonly verb: string;
  readonly requestURI: string;
  readonly user: { readonly username: string; readonly groups?: readonly string[] };
  readonly userAgent?: string;
  readonly objectRef?: {
    readonly resource?: string;
    readonly namespace?: string;
    readonly name?: string;
    readonly apiGroup?: string;
    readonly apiVersion?: string;
    readonly subresource?: string;
  };
  readonly responseStatus?: { readonly code?: number; readonly reason?: string; readonly message?: string };
  readonly requestObject?: unknown;
  readonly responseObject?: unknown;
  readonly requestReceivedTimestamp: string;
}

/** One event with metadata per request. */
const metadataPolicy = {
  apiVersion: "audit.k8s.io/v1",
  kind: "Policy",
  omitStages: ["RequestReceived"],
  rules: [{ level: "Metadata" }],
};

/** Writes the given policy, or the default one, and returns the paths of the files. */
export function prepareAudit(folder: string, policy: object | true): AuditOptions {
  const policyFile = join(folder, "audit-policy.json");
  writeSecretFile(policyFile, JSON.stringify(policy === true ? metadataPolicy : policy));
  return { log: join(folder, "logs", "audit.log"), policyFile };
}

/** The flags of kube-apiserver. */
export function auditArgs({ log, policyFile }: AuditOptions): string[] {
  // One file of any size, so that tests can read all of it.
  return [`--audit-policy-file=${policyFile}`, `--audit-log-path=${log}`, "--audit-log-maxsize=4096"];
}

/** Reads the events so far; skips an incomplete last line. */
export function readAuditLog(log: string): AuditEvent[] {
  if (!existsSync(log)) return [];
  const text = readFileSync(log, "utf8");
  const complete = text.slice(0, text.lastIndexOf("\n") + 1);
  return complete
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as AuditEvent);
}
