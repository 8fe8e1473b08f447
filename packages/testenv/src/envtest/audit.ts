// The audit log: what each user asked of the API server and what it answered. A suite reads it to prove that nothing was
// forbidden, or which writes a controller made. Used by api-server.ts and start.ts.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Where the log is and what is in it. */
export interface AuditOptions {
  readonly log: string;
  readonly policyFile: string;
}

/** The part of an audit event that suites look at; `requestObject` only where the policy's level says so. */
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

/** Who, what and how it ended, for every request, once. */
const metadataPolicy = {
  apiVersion: "audit.k8s.io/v1",
  kind: "Policy",
  omitStages: ["RequestReceived"],
  rules: [{ level: "Metadata" }],
};

/** Writes the policy, ours unless the caller has one, and names the files. */
export function prepareAudit(folder: string, policy: object | true): AuditOptions {
  const policyFile = join(folder, "audit-policy.json");
  writeFileSync(policyFile, JSON.stringify(policy === true ? metadataPolicy : policy));
  return { log: join(folder, "logs", "audit.log"), policyFile };
}

/** The API server's flags for it. */
export function auditArgs({ log, policyFile }: AuditOptions): string[] {
  // One file however large: a suite reads all of it.
  return [`--audit-policy-file=${policyFile}`, `--audit-log-path=${log}`, "--audit-log-maxsize=4096"];
}

/** The events so far; a line still being written is left for the next time. */
export function readAuditLog(log: string): AuditEvent[] {
  if (!existsSync(log)) return [];
  const text = readFileSync(log, "utf8");
  const complete = text.slice(0, text.lastIndexOf("\n") + 1);
  return complete
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as AuditEvent);
}
