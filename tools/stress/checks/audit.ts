// What the audit log says about leadership: who wrote which version of the objects and of the Lease. Versions, not times, give the order.
import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import type { AuditEvent } from "@capstan/testenv/envtest";

/** A write that the API server accepted. */
export interface Write {
  readonly user: string;
  readonly isLease: boolean;
  /** The version that it made. */
  readonly version: number;
  /** The holder that a write of the Lease gives it. */
  readonly holder: string;
}

/** The size of the log now; what is checked of a fault comes after it. */
export function auditSize(log: string): number {
  return statSync(log).size;
}

/** The accepted writes after a place in the log. */
export function writesAfter(log: string, offset: number): readonly Write[] {
  const text = readFrom(log, offset);
  const lines = text.slice(0, text.lastIndexOf("\n") + 1).split("\n");
  return lines.filter((line) => line !== "").flatMap((line) => writeOf(JSON.parse(line) as AuditEvent));
}

function readFrom(log: string, offset: number): string {
  const descriptor = openSync(log, "r");
  try {
    const content = Buffer.alloc(Math.max(0, fstatSync(descriptor).size - offset));
    readSync(descriptor, content, 0, content.length, offset);
    return content.toString("utf8");
  } finally {
    closeSync(descriptor);
  }
}

/** What an answer with an object has. */
interface Written {
  readonly metadata?: { readonly resourceVersion?: string };
  readonly spec?: { readonly holderIdentity?: string };
}

function writeOf({ user, objectRef, responseStatus, responseObject }: AuditEvent): readonly Write[] {
  if ((responseStatus?.code ?? 500) >= 300) return [];
  // The policy of the log asks for answers.
  const { metadata, spec } = (responseObject ?? {}) as Written;
  const isLease = objectRef?.resource === "leases";
  const version = Number(metadata?.resourceVersion);
  return [{ user: user.username, isLease, version, holder: spec?.holderIdentity ?? "" }];
}

/** What is wrong with the writes of leaders: each user's writes come after it took the Lease, and those of two users do not overlap. */
export function leadershipProblems(writes: readonly Write[]): readonly string[] {
  const users = [...new Set(writes.map(({ user }) => user))];
  const spans = users.flatMap((user) => {
    const own = writes.filter((write) => write.user === user);
    const taken = Math.min(...own.filter(({ isLease }) => isLease).map(({ version }) => version));
    const versions = own.filter(({ isLease }) => !isLease).map(({ version }) => version);
    return versions.length === 0 ? [] : [{ user, taken, versions, last: Math.max(...versions) }];
  });
  return spans.flatMap(({ user, taken, versions, last }) => [
    ...countOf(versions, (version) => version < taken, `writes of ${user} before it took the lease`),
    ...spans
      .filter((other) => other.user !== user && other.taken > taken)
      .flatMap((next) => {
        const first = Math.min(...next.versions);
        return last > first
          ? countOf(versions, (version) => version > first, `writes of ${user} after the first one of ${next.user}`)
          : [];
      }),
  ]);
}

function countOf(versions: readonly number[], isWrong: (version: number) => boolean, what: string): readonly string[] {
  const count = versions.filter(isWrong).length;
  return count === 0 ? [] : [`${count} ${what}`];
}
