// Reads what the writes of the reconciles that are shown have changed. A change never becomes another one, so each is read once.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { WriteTrace } from "@capstan/kube/trace";
import type { WrittenChange, WrittenVersion } from "../../src/console/wire.ts";
import { readWritten } from "../model/server-calls.ts";
import { facts, history } from "../model/session.ts";
import { type WriteDiff, writeDiff, writtenObject } from "../model/write-diff.ts";

/** Dev can get a change later than its write: it is looked for more than once. */
const tries = { count: 5, waitMs: 250, afterFailureMs: 2000 };
const most = { asked: 200, kept: 10_000 };

interface Answer {
  readonly change: WrittenChange | null;
  readonly tries: number;
}

const answers = signal<ReadonlyMap<string, Answer>>(new Map());
/** The session that the answers are of. */
let session = history;
let wanted: readonly WrittenVersion[] = [];
let isReading = false;

function versionOf({ apiVersion, kind, namespace, name, resourceVersion }: WrittenVersion): string {
  return [apiVersion, kind, namespace, name, resourceVersion].join(" ");
}

function unknown(): readonly WrittenVersion[] {
  if (session !== history || answers.value.size > most.kept) answers.value = new Map();
  session = history;
  return wanted.filter((object) => {
    const answer = answers.value.get(versionOf(object));
    return answer === undefined || (answer.change === null && answer.tries < tries.count);
  });
}

/** Until all that is wanted is known; one request at a time. One that fails says nothing about the changes: it does not count. */
async function readAll(): Promise<void> {
  isReading = true;
  for (let objects = unknown(); objects.length > 0; objects = unknown()) {
    const asked = objects.slice(0, most.asked);
    const answer = await readWritten(asked).catch(() => undefined);
    if (answer === undefined) {
      await new Promise((resolve) => setTimeout(resolve, tries.afterFailureMs));
      continue;
    }
    const next = new Map(answers.value);
    for (const [at, object] of asked.entries()) {
      const version = versionOf(object);
      next.set(version, { change: answer.changes[at] ?? null, tries: (next.get(version)?.tries ?? 0) + 1 });
    }
    answers.value = next;
    await new Promise((resolve) => setTimeout(resolve, tries.waitMs));
  }
  isReading = false;
}

/** What each of these writes has changed. */
export function useWritten(writes: readonly WriteTrace[]): (write: WriteTrace) => WriteDiff {
  useEffect(() => {
    wanted = writes.map(writtenObject).filter((object) => object !== undefined);
    if (!isReading && unknown().length > 0) void readAll();
  });
  useEffect(
    () => () => {
      wanted = [];
    },
    [],
  );
  return (write) => {
    const object = writtenObject(write);
    const answer = object && answers.value.get(versionOf(object));
    const isSure = answer !== undefined && (answer.change !== null || answer.tries >= tries.count);
    return writeDiff(write, isSure ? answer.change : undefined, facts.value?.clockMoves ?? []);
  };
}
