// What the page shows below a write of a reconcile: the fields that it changed, or why there are none.
import type { WriteTrace } from "@capstan/kube/trace";
import type { ChangedField } from "../../src/dev/timeline/changed-fields.ts";
import type { ClockMove, WrittenChange, WrittenVersion } from "../../src/console/wire.ts";

/** The fields, and words in their place. */
export interface WriteDiff {
  readonly fields: readonly ChangedField[];
  readonly note: string;
}

/** Clocks of two processes on one computer are read one after the other. */
const slackMs = 2;

/** What dev looks up for a write; undefined where nothing was stored, or not on its server. */
export function writtenObject({ answer, dryRun, server, object }: WriteTrace): WrittenVersion | undefined {
  const { resourceVersion = "" } = object;
  const isStored = answer === "stored" && dryRun !== true && server === undefined && resourceVersion !== "";
  return isStored ? { ...object, resourceVersion } : undefined;
}

/** The change is null when dev does not have it, and undefined while it is read. The clock of the writer may have been ahead of the computer's. */
export function writeDiff(
  write: WriteTrace,
  change: WrittenChange | null | undefined,
  moves: readonly ClockMove[],
): WriteDiff {
  const note = (words: string): WriteDiff => ({ fields: [], note: words });
  if (write.dryRun === true) return note("a dry run: nothing is stored");
  if (write.server !== undefined) return note(`in the cluster of ${write.server}, whose changes are not shown`);
  if (writtenObject(write) === undefined || change === undefined) return note("");
  if (change === null) return note("what it changed is not in the time line");
  // A version that is older than the write was made by another one.
  if (change.time < write.at - aheadMs(moves, write.at) - slackMs) return note("nothing changed: it was so already");
  if (change.fields.length > 0) return { fields: change.fields, note: "" };
  const isSecret = write.object.kind === "Secret" && write.object.apiVersion === "v1";
  return note(isSecret ? "values of Secrets are not shown" : "only metadata of the server changed");
}

/** How far the writer's clock was ahead when it had this time: a move shows in each time after it. */
function aheadMs(moves: readonly ClockMove[], at: number): number {
  const last = moves.findLast(({ time, aheadSeconds }) => time + aheadSeconds * 1000 <= at);
  return (last?.aheadSeconds ?? 0) * 1000;
}
