// What the cache of a kind guarantees, and the watches and lists that fill it.
import type { Invariant } from "../invariant.ts";

const cache = "packages/operator/src/cache";
const client = "packages/client/src";

/** C1 to C16. */
export const cacheRows: readonly Invariant[] = [
  {
    id: "C1",
    says: "An object in the cache is never replaced by an older version of it, except after a list of a server that was restored.",
    file: `${cache}/reflector.test.ts`,
    title: "events that are repeated, late, or for another object of the same name are handled",
    mutant: { source: `${cache}/store.ts`, from: "?? 1) <= 0 && !reportsAll", to: "?? 1) === 0 && !reportsAll" },
  },
  {
    id: "C1",
    says: "Versions are compared by their length, then digit by digit.",
    file: `${cache}/resource-version.test.ts`,
    title: "an event of an older version is dropped, also where its digits come later in order",
    mutant: { source: `${cache}/resource-version.ts`, from: ": a.length - b.length;", to: ": a < b ? -1 : 1;" },
  },
  {
    id: "C1",
    says: "One that is not a number has no order: its event is taken.",
    file: `${cache}/resource-version.test.ts`,
    title: "an event whose version is not a number is taken",
    mutant: {
      source: `${cache}/resource-version.ts`,
      from: "if (!isNumber(a) || !isNumber(b)) return undefined;",
      to: "if (!isNumber(a) || !isNumber(b)) return -1;",
    },
  },
  {
    id: "C2",
    says: "When nothing changes any more, the cache is what a list of the server has, whatever changed and failed before.",
    file: `${cache}/reflector.test.ts`,
    title: "random changes and faults always end with the server's state",
    mutant: {
      source: `${cache}/store.ts`,
      from: "if (!listed.has(key)) this.#remove(",
      to: "if (false) this.#remove(",
    },
  },
  {
    id: "C2",
    says: "Whatever fails, and whenever: in quiet times, while objects change, during the first list or during reconciles, every object is reconciled as it is in the end, and none twice at the same time.",
    file: "packages/operator/src/manager/faults-by-phase.slow.test.ts",
    title:
      "an older state comes back, when nothing happens: every object is reconciled as it is in the end, and none twice at once",
    mutant: {
      source: `${cache}/reflector.ts`,
      from: "if (order >= 0 || this.#knowsRestore) return;",
      to: "return;",
    },
  },
  {
    id: "C3",
    says: "Readers and reconciles see nothing before the first list is complete, and an attempt that fails leaves nothing.",
    file: `${cache}/reflector.test.ts`,
    title: "an attempt that fails within the list stores nothing",
    mutant: {
      source: `${cache}/reflector.ts`,
      from: `initial.put(this.#kept(event.object));`,
      to: `initial.put(this.#kept(event.object)), this.#options.store.put(event.object);`,
    },
  },
  {
    id: "C3",
    says: "What is deleted before a list that is sent as a watch is complete is not in the cache.",
    file: `${cache}/resume.test.ts`,
    title: "what changes or is deleted before the first list is complete is stored as it is then",
    mutant: {
      source: `${cache}/reflector.ts`,
      from: `if (event.type === "DELETED") initial.delete(this.#kept(event.object));`,
      to: `if (event.type === "DELETED") initial.put(this.#kept(event.object));`,
    },
  },
  {
    id: "C2",
    says: "A change that the server cannot send is passed by a list.",
    file: `${cache}/resume.test.ts`,
    title:
      "after three watches that failed at one version, as at a change that the server cannot convert, a list goes past it",
    mutant: { source: `${cache}/reflector.ts`, from: "if (!this.#stuck.needsList) return;", to: "return;" },
  },
  {
    id: "C2",
    says: "So is one that a proxy holds back, however long each watch is open: only an event or bookmark proves a watch.",
    file: `${cache}/silent-watches.test.ts`,
    title: "a change that a proxy holds back is found by a list after three watches that were silent for 70 s each",
    mutant: {
      source: `${cache}/reflector.ts`,
      from: "clock.after(quietMs, () => (this.#failing = undefined));",
      to: "clock.after(quietMs, () => this.#proven());",
    },
  },
  {
    id: "C4",
    says: "A watch goes on from the version of the last event or bookmark.",
    file: `${cache}/resume.test.ts`,
    title: "a watch goes on from the last bookmark or event, whichever came last",
    mutant: {
      source: `${cache}/reflector.ts`,
      from: "      store.advance(event.object.metadata.resourceVersion);",
      to: '      if (event.type !== "BOOKMARK") store.advance(event.object.metadata.resourceVersion);',
    },
  },
  {
    id: "C4",
    says: "No event of an object is applied twice or out of order.",
    file: `${cache}/resume.test.ts`,
    title: "events that a server sends again are applied once, in their order",
    mutant: { source: `${cache}/store.ts`, from: "?? 1) <= 0 && !reportsAll", to: "?? 1) < 0 && !reportsAll" },
  },
  {
    id: "C5",
    says: "The first events of a watch are no position to go on from, before a bookmark ends them.",
    file: `${client}/watch/watch.test.ts`,
    title: "initial events are no position before the bookmark that ends them",
    mutant: { source: `${client}/watch/resumed-watch.ts`, from: "      if (!ended) return;\n", to: "" },
  },
  {
    id: "C6",
    says: "After 410, by status or by event, the next list is not older than what is known.",
    file: `${cache}/resume.test.ts`,
    title: "the list after 410 is not older than what is known",
    mutant: {
      source: `${cache}/reflector.ts`,
      from: "const version = store.version === undefined || this.#anyVersion ? {} : { resourceVersion: store.version };",
      to: "const version = {};",
    },
  },
  {
    id: "C6",
    says: "When that list is too old as well, or the server has not reached its version, the next one may have any version.",
    file: `${cache}/resume.test.ts`,
    title: "may have any version",
    mutant: {
      source: `${cache}/reflector.ts`,
      from: "this.#anyVersion = this.#needsList || isVersionTooLarge(error);",
      to: "this.#anyVersion = false;",
    },
  },
  {
    id: "C7",
    says: "A new list reports each object that vanished as deleted, with its last known state and as stale.",
    file: `${cache}/reflector.test.ts`,
    title: "a version that is too old causes a new list, and vanished objects are reported as stale deletions",
    mutant: {
      source: `${cache}/store.ts`,
      from: "!listed.has(key)) this.#remove(key, { last: old, stale: true });",
      to: "!listed.has(key)) this.#remove(key, { last: old, stale: false });",
    },
  },
  {
    id: "C7",
    says: "An object that was deleted and created again is a deletion and an addition, not an update.",
    file: `${cache}/reflector.test.ts`,
    title: "events that are repeated, late, or for another object of the same name are handled",
    mutant: {
      source: `${cache}/store.ts`,
      from: "if (old.metadata.uid !== object.metadata.uid) {",
      to: "if (false) {",
    },
  },
  {
    id: "C8",
    says: "The first list comes from the cache of the server: by a watch that begins with it, or with version 0.",
    file: `${cache}/reflector.test.ts`,
    title: "a server without WatchList is listed from its cache and then watched",
    mutant: { source: `${cache}/reflector.ts`, from: `? { resourceVersion: "0" }`, to: "? {}" },
  },
  {
    id: "C9",
    says: "A watch asks for bookmarks, and for its end after five to ten minutes.",
    file: `${client}/watch/watch.test.ts`,
    title: "a watch asks for bookmarks, for an end in five to ten minutes",
    mutant: {
      source: `${client}/create-client.ts`,
      from: "const timeoutSeconds = Math.ceil(300 * (1 + this.#clock.random()));",
      to: "const timeoutSeconds = 3600;",
    },
  },
  {
    id: "C9",
    says: "A watch that is silent for 70 s is ended.",
    file: `${client}/watch/silent-watch.test.ts`,
    title: "a watch without a word for 70 s is ended, one with a bookmark each minute is not",
    mutant: {
      source: `${client}/create-client.ts`,
      from: "const defaultIdleMs = 70_000;",
      to: "const defaultIdleMs = 700_000;",
    },
  },
  {
    id: "C10",
    says: "Connections that fail wait for 0.8 s, doubled up to 30 s, and start again from 0.8 s after two minutes without a failure.",
    file: `${cache}/reflector.test.ts`,
    title: "waits double from 0.8 s to 30 s, and two minutes without a failure reset them",
    mutant: { source: `${cache}/backoff.ts`, from: "if (now - this.#lastAt > healthyMs) this.#failures = 0;", to: "" },
  },
  {
    id: "C10",
    says: "A wait is a random part of that, and never shorter than a server asks for.",
    file: `${cache}/resume.test.ts`,
    title: "a wait is a random part of its bound, and not shorter than the server asks for",
    mutant: { source: `${cache}/backoff.ts`, from: "return bound * (1 - this.#clock.random());", to: "return bound;" },
  },
  {
    id: "C10",
    says: "A version that is too old again within ten seconds is a failure too.",
    file: `${cache}/resume.test.ts`,
    title: "a server whose watches all end with 410 is listed with waits, and at once after a watch that lasted (C10)",
    mutant: {
      source: `${cache}/backoff.ts`,
      from: "const wait = now < this.#helpedAt ? this.next() : 0;",
      to: "const wait = 0;",
    },
  },
  {
    id: "C10",
    says: "A watch that ends within ten seconds without an event has failed.",
    file: `${cache}/reflector.test.ts`,
    title: "a watch that ends at once has failed",
    mutant: {
      source: `${cache}/reflector.ts`,
      from: "clock.now() - started < quietMs",
      to: "clock.now() - started < 0",
    },
  },
  {
    id: "C11",
    says: "A line that the end of a connection cuts is dropped, and the watch goes on from the event before it.",
    file: `${client}/watch/watch.test.ts`,
    title: "drops a line that was cut",
    mutant: {
      source: `${client}/watch/resumed-watch.ts`,
      from: "    this.#version = event.object.metadata.resourceVersion;",
      to: "    this.#version ??= event.object.metadata.resourceVersion;",
    },
  },
  {
    id: "C11",
    says: "Lines and characters that two chunks share come out whole.",
    file: `${client}/watch/watch.test.ts`,
    title: "lines and characters that chunks cut in two come out whole",
    mutant: {
      source: `${client}/watch/watch-stream.ts`,
      from: "return from === chunk.length || this.#unfinished.add(chunk.subarray(from)) ? lines : undefined;",
      to: "return lines;",
    },
  },
  {
    id: "C12",
    says: "A line that is not an event may be a lost one: it ends the connection, and the watch goes on from the event before it.",
    insteadOf: {
      sentence:
        "Unknown event types, wrong kind, missing metadata are logged, counted, skipped; they never stop the stream.",
      decision: "0042",
    },
    file: `${client}/watch/watch.test.ts`,
    title:
      "ends the connection at a line that is not JSON, which may be a lost event, and goes on from the one before it",
    mutant: {
      source: `${client}/watch/watch-stream.ts`,
      from: "if (!isEvent(event) || !isKnownEvent<T>(event)) return { events, empty, broken: { at, parsed: event } };",
      to: "if (!isEvent(event) || !isKnownEvent<T>(event)) continue;",
    },
  },
  {
    id: "C12",
    says: "That is logged and counted.",
    file: `${cache}/resume.test.ts`,
    title: "a connection that fails is logged and counted",
    mutant: { source: `${cache}/reflector.ts`, from: "    onFailure();\n", to: "" },
  },
  {
    id: "C13",
    says: "What an author gets from the cache is a copy.",
    file: "packages/operator/src/controller/watch-wiring.test.ts",
    title: "objects that a reconcile gets from the cache are copies",
    mutant: {
      source: `${cache}/informer-set.ts`,
      from: "return deepClone(this.#store(resource, key.namespace).get(key));",
      to: "return this.#store(resource, key.namespace).get(key);",
    },
  },
  {
    id: "C13",
    says: "What is shared cannot be changed where the cache is protected.",
    file: `${cache}/protected-objects.test.ts`,
    title: "a change throws where it is made, and the object stays as it is; copies may be changed (C13)",
    mutant: {
      source: `${cache}/reflector.ts`,
      from: "return isProtected ? protectedObject(kept) : kept;",
      to: "return kept;",
    },
  },
  {
    id: "C14",
    says: "After every event, a read by an index has the objects that a scan finds.",
    file: `${cache}/indexes.test.ts`,
    title: "after every event, reads by an index are what a scan finds",
    mutant: {
      source: `${cache}/store.ts`,
      from: "  unfile(index, key);\n  if (",
      to: "  if (",
    },
  },
  {
    id: "C14",
    says: "An index function that throws is logged and leaves its object out; objects of others do not suffer. The kind stays healthy.",
    insteadOf: { sentence: "An index function that throws marks the kind unhealthy.", decision: "0039" },
    file: `${cache}/indexes.test.ts`,
    title: "an index function that throws leaves its object out, and says so",
    mutant: {
      source: `${cache}/checked-values.ts`,
      from: "      const failures = line.count(clock.now());",
      to: "      throw error;",
    },
  },
  {
    id: "C15",
    says: "A manager that was stopped leaves no socket.",
    file: "packages/operator/src/manager/manager-embedded.test.ts",
    suite: "packages/operator/test/manager-suite.ts",
    title: "a stopped manager leaves nothing behind",
    mutant: {
      source: `${client}/transport/agents.ts`,
      from: "for (const socket of sockets ?? []) socket.destroy();",
      to: "for (const socket of sockets ?? []) socket.ref();",
    },
  },
  {
    id: "C15",
    says: "Nor a timer or a watch.",
    file: "packages/operator/src/manager/manager.test.ts",
    title: "everything starts and stops in order",
    mutant: {
      source: "packages/operator/src/controller/reconcile-run.ts",
      from: "    this.#options.ends.delete(this);\n",
      to: "",
    },
  },
  {
    id: "C16",
    says: "10,000 objects of 2 KB take less than 25 MB: managedFields are not kept.",
    file: `${cache}/cache-memory.test.ts`,
    title: "ten thousand objects of 2 KB take less than 25 MB",
    mutant: {
      source: `${cache}/reflector.ts`,
      from: "if (object.metadata.managedFields !== undefined) Object.assign(object.metadata, { managedFields: undefined });",
      to: "",
    },
  },
];
