// What the real core wrote in the life of a local cluster, as fields per resource: read from the audit log and compared with
// the committed record, which core-sim is tested against.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "@capstan/repo";
import type { AuditEvent } from "@capstan/testenv/envtest";
import { fieldPaths } from "./field-paths.ts";

/** Fields by resource; "deleted" stands for a deletion. */
export type WrittenFields = Readonly<Record<string, readonly string[]>>;

const record = join(root, "e2e/testdata/core-writes.json");
const coreAccount = "system:serviceaccount:capi-system:capi-manager";
const verbs = new Set(["create", "update", "patch", "delete"]);
/** What core writes to these is nobody's business here. */
const ignored = new Set(["leases", "events", "extensionconfigs", "customresourcedefinitions"]);

/** The fields that core wrote to objects of one namespace. */
export function writtenByCore(events: readonly AuditEvent[], namespace: string): WrittenFields {
  const found = new Map<string, Set<string>>();
  for (const event of events) {
    const { resource = "", namespace: where } = event.objectRef ?? {};
    const counts =
      event.user.username === coreAccount &&
      verbs.has(event.verb) &&
      where === namespace &&
      !ignored.has(resource) &&
      (event.responseStatus?.code ?? 500) < 300;
    if (!counts) continue;
    const fields = event.verb === "delete" ? ["deleted"] : fieldPaths(event.requestObject);
    found.set(resource, new Set([...(found.get(resource) ?? []), ...fields]));
  }
  return Object.fromEntries(
    [...found]
      .toSorted(([a], [b]) => a.localeCompare(b, "en"))
      .map(([resource, fields]) => [resource, [...fields].toSorted()]),
  );
}

/** The committed record; undefined before there is one. */
export function recordedWrites(): WrittenFields | undefined {
  return existsSync(record) ? (JSON.parse(readFileSync(record, "utf8")) as WrittenFields) : undefined;
}

/** Replaces the record. */
export function recordWrites(written: WrittenFields): void {
  writeFileSync(record, `${JSON.stringify(written, undefined, 2)}\n`);
}

/** What one set of fields has that the other has not, one line each. */
export function missingFields(have: WrittenFields, want: WrittenFields): string[] {
  return Object.entries(want).flatMap(([resource, fields]) =>
    fields.filter((field) => !(have[resource] ?? []).includes(field)).map((field) => `${resource}: ${field}`),
  );
}
