// What the engine withstands. HTTP/2's faults are not here (`notOurs` in rows.ts).
import type { Invariant } from "../invariant.ts";

const operator = "packages/operator/src";
const cache = `${operator}/cache`;
const client = "packages/client/src";
const transport = `${client}/transport`;
const workflow = "packages/controller-kit/src/workflow";

/** F1 to F7, F10 to F16, F18 and F19. */
export const faultRows: readonly Invariant[] = [
  {
    id: "F1",
    says: "After an API server that was stopped and filled its cache, watches go on where they were, without a list.",
    file: `${cache}/outage.test.ts`,
    title: "after a restart of the server the watch goes on where it was, and nothing is listed",
    mutant: {
      source: `${cache}/reflector.ts`,
      from: "const outdated = isExpired(error) || isVersionTooLarge(error);",
      to: "const outdated = isApiError(error);",
    },
  },
  {
    id: "F1",
    says: "A manager is not ready when a kind has failed for a minute, and ready again with the first answer.",
    file: `${cache}/outage.test.ts`,
    title: "a kind that fails for a minute is not healthy, and is healthy again with the first answer",
    mutant: {
      source: `${cache}/informer-set.ts`,
      from: "now - unhealthySince < patienceMs",
      to: "now - unhealthySince < 1e9",
    },
  },
  {
    id: "F2",
    says: "A watch that is cut, within a line too, goes on where it was and misses nothing.",
    file: `${cache}/reflector.test.ts`,
    title: "after a cut the watch goes on where it was, and misses nothing (C2, C4)",
    mutant: {
      source: `${cache}/reflector.ts`,
      from: "const version = store.version === undefined ? {} : { resourceVersion: store.version };",
      to: "const version = {};",
    },
  },
  {
    id: "F3",
    says: "410 on a watch causes a new list.",
    file: `${cache}/reflector.test.ts`,
    title: "a version that is too old causes a new list, and vanished objects are reported as stale deletions",
    mutant: {
      source: `${cache}/reflector.ts`,
      from: "this.#anyVersion = this.#needsList || isVersionTooLarge(error);\n      this.#needsList = true;",
      to: "this.#anyVersion = this.#needsList || isVersionTooLarge(error);",
    },
  },
  {
    id: "F3",
    says: "410 on a later page of a list starts the list again.",
    file: `${client}/create-client.test.ts`,
    title: "pages are put together, and an expired continuation starts over without pages",
    mutant: {
      source: `${client}/resources/list-pages.ts`,
      from: "if (!isExpired(error)) throw error;",
      to: "throw error;",
    },
  },
  {
    id: "F4",
    says: "429 is repeated after the time that the server asks for: seconds, or a date.",
    file: `${transport}/retry-policy.test.ts`,
    title: "Retry-After Thu, 01 Jan 1970 00:00:03 GMT",
    mutant: {
      source: `${transport}/retry-policy.ts`,
      from: "const at = Date.parse(header);",
      to: "const at = Number.NaN;",
    },
  },
  {
    id: "F4",
    says: "A watch waits as long, too.",
    file: `${cache}/resume.test.ts`,
    title: "a wait is a random part of its bound, and not shorter than the server asks for",
    mutant: {
      source: `${cache}/reflector.ts`,
      from: "isApiError(error) ? Math.min(error.retryAfterMs ?? 0, longestPauseMs) : 0,",
      to: "0,",
    },
  },
  {
    id: "F5",
    says: "A conflict on a status patch: the change is made again on the live object.",
    file: `${workflow}/patch-conditions.test.ts`,
    title: "after a conflict the conditions of other writers are kept, and ours are set",
    mutant: { source: `${workflow}/write-latest.ts`, from: "        live = found;", to: "" },
  },
  {
    id: "F5",
    says: "On a finalizer: too, when it is removed; when it is added, the next reconcile reads the object again.",
    file: `${workflow}/finalizer.test.ts`,
    title: "adding it to an object that has changed is a conflict",
    mutant: {
      source: `${workflow}/finalizer.ts`,
      from: "body: { metadata: { resourceVersion, finalizers } } });",
      to: "body: { metadata: { finalizers } } });",
    },
  },
  {
    id: "F5",
    says: "On the lease: the leader looks at once who wrote it.",
    file: `${operator}/leader-election/lease-elector.test.ts`,
    title: "a leader stops as soon as it sees another holder in its lease, and leaves the lease alone",
    mutant: {
      source: `${operator}/leader-election/lease-elector.ts`,
      from: "return again && !signal.aborted ? this.#try(signal) : false;",
      to: "return false;",
    },
  },
  {
    id: "F6",
    says: "After 500 a write is repeated only when twice is the same as once, and only when the server says when.",
    file: `${transport}/transport.test.ts`,
    title: "500 on a create is not repeated",
    mutant: {
      source: `${transport}/retry-policy.ts`,
      from: "(status >= 500 && status !== 504 && isRepeatable(request))",
      to: "(status >= 500 && status !== 504)",
    },
  },
  {
    id: "F6",
    says: "502 and 503 with a time are repeated as 500 is, 503 also for what must not be done twice; 504 and what has no time are not.",
    file: `${transport}/repeated-writes.test.ts`,
    title: "503 with Retry-After true: a create is sent again: true (F6)",
    mutant: {
      source: `${transport}/retry-policy.ts`,
      from: "new Set([429, 503]);",
      to: "new Set([429]);",
    },
  },
  {
    id: "F6",
    says: "A patch with a version is a safe write, as an update with a version and a delete with a uid are.",
    file: `${transport}/repeated-writes.test.ts`,
    title: "502 with Retry-After true: a merge patch is sent again: true (F6)",
    mutant: {
      source: `${transport}/retry-policy.ts`,
      from: 'PATCH: ({ metadata }) => hasAny(metadata, ["resourceVersion"]),',
      to: "PATCH: () => false,",
    },
  },
  {
    id: "F7",
    says: "A call whose answer stalls, before or within its body, ends at its deadline.",
    file: `${transport}/transport.test.ts`,
    title: "a stall within the body ends at the deadline",
    mutant: {
      source: "packages/kube/src/http/http-attempt.ts",
      from: "timer = setTimeout(() => end(timeoutError()), timeoutMs);",
      to: "",
    },
  },
  {
    id: "F7",
    says: "A lease, a watch and a probe do not wait behind calls that hang.",
    file: `${transport}/pools.test.ts`,
    title: "an urgent call does not wait behind forty that hang",
    mutant: {
      source: `${transport}/transport.ts`,
      from: 'if (urgent === true) return "urgent";',
      to: 'if (urgent === true) return "calls";',
    },
  },
  {
    id: "F10",
    says: "A kind that may not be read is tried again with waits; it is not healthy, and other kinds go on.",
    file: `${cache}/outage.test.ts`,
    title: "a kind that may not be read is not healthy and is tried again, and other kinds go on",
    mutant: {
      source: `${cache}/informer-set.ts`,
      from: "for (const informer of this.#informers.values()) this.#start(informer, signal);",
      to: "for (const informer of this.#informers.values()) await informer.run(signal);",
    },
  },
  {
    id: "F11",
    says: "When a lease was deleted, or its holder by hand, the next process waits until the last one has stopped.",
    file: `${operator}/leader-election/lease-elector.test.ts`,
    title: "the next one waits until it has stopped",
    mutant: {
      source: `${operator}/leader-election/other-leaders.ts`,
      from: "return Math.max(before.until, now + this.#times.leaseMs);",
      to: "return now;",
    },
  },
  {
    id: "F11",
    says: "A process whose lease was stolen stops within a moment, on a real API server.",
    file: `${operator}/manager/manager.real.test.ts`,
    suite: "packages/operator/test/manager-suite.ts",
    title: "a leader whose lease has another holder stops at once, and says why",
    mutant: {
      source: `${operator}/leader-election/lease-elector.ts`,
      from: "return this.#taken(holder);",
      to: "return undefined;",
    },
  },
  {
    id: "F11",
    says: "An API server that cannot be reached until renewDeadline ends leadership.",
    file: `${operator}/leader-election/lease-elector.test.ts`,
    title: "a leader does not survive failures until the deadline",
    mutant: {
      source: `${operator}/leader-election/lease-elector.ts`,
      from: "this.#cancelDeadline = clock.after(until - clock.now(), () =>",
      to: "this.#cancelDeadline = clock.after(1e9, () =>",
    },
  },
  {
    id: "F12",
    says: "SIGTERM during a reconcile lets it end; the exit code is 0.",
    file: `${operator}/run/run-operator.test.ts`,
    title: "it reconciles with its flags until the signal, leads by the Lease of its name, and ends with 0",
    mutant: {
      source: `${operator}/manager/manager-run.ts`,
      from: "if (!drained) throw this.#stuck(shutdownMs);",
      to: "throw this.#stuck(shutdownMs);",
    },
  },
  {
    id: "F12",
    says: "A second signal ends the process at once.",
    file: "packages/process/src/shell/run-process.test.ts",
    title: "a second signal ends it at once, with 1",
    mutant: {
      source: "packages/process/src/shell/run-process.ts",
      from: "(stop.signal.aborted ? process.exit(1) : stop.abort())",
      to: "stop.abort()",
    },
  },
  {
    id: "F12",
    says: "That also holds for an operator whose reconcile does not end.",
    file: `${operator}/run/process-ends.slow.test.ts`,
    title: "a process that is signaled-twice while it reconciles ends with the right code in time (L2, Q10, F12)",
    mutant: {
      source: "packages/process/src/shell/run-process.ts",
      from: "(stop.signal.aborted ? process.exit(1) : stop.abort())",
      to: "stop.abort()",
    },
  },
  {
    id: "F13",
    says: "A connection whose other end vanished without a word is given up after 70 s, and the watch goes on.",
    file: `${client}/watch/silent-watch.test.ts`,
    title: "a watch without a word for 70 s is ended, one with a bookmark each minute is not",
    mutant: {
      source: `${transport}/transport.ts`,
      from: "response.setTimeout(idleMs, () =>",
      to: "response.setTimeout(0, () =>",
    },
  },
  {
    id: "F14",
    says: "After a 404 of a proxy the watch goes on, without a new list.",
    file: `${cache}/reflector.test.ts`,
    title: "after a 404 that is no answer of an API server, as of a proxy, the watch goes on where it was",
    mutant: { source: `${cache}/reflector.ts`, from: " && (await this.#isDeleted(error, signal))", to: "" },
  },
  {
    id: "F14",
    says: "A kind that is not served any more keeps its objects in the cache, and the next complete list replaces them.",
    insteadOf: { sentence: "404s retried, cache emptied, resumes.", decision: "0041" },
    file: `${cache}/reflector.test.ts`,
    title:
      "a kind whose version is not served for a while keeps its objects, and the next complete list replaces them (F14)",
    mutant: {
      source: `${cache}/reflector.ts`,
      from: "if (isMissing && store.version !== undefined) this.#needsList",
      to: "if (isMissing && store.version !== undefined) await store.replace([], store.version), this.#needsList",
    },
  },
  {
    id: "F15",
    says: "Events that are repeated or late change nothing.",
    file: `${cache}/reflector.test.ts`,
    title: "events that are repeated, late, or for another object of the same name are handled",
    mutant: {
      source: `${cache}/store.ts`,
      from: "if (old === undefined || old.metadata.uid !== last.metadata.uid) return;",
      to: "if (old === undefined) return;",
    },
  },
  {
    id: "F15",
    says: "A bookmark without annotations does not end the first list.",
    file: `${cache}/resume.test.ts`,
    title: "a bookmark without annotations does not end the first list",
    mutant: {
      source: `${cache}/reflector.ts`,
      from: "else if (endsList(event)) {",
      to: "else {",
    },
  },
  {
    id: "F16",
    says: "50,000 objects in 1,000 namespaces, one of them of 1.5 MB, never hold the event loop for 50 ms.",
    file: `${cache}/large-cache.test.ts`,
    title: "fifty thousand objects in a thousand namespaces are listed in short turns",
    mutant: { source: "packages/operator/src/in-slices.ts", from: "const pieceMs = 1;", to: "const pieceMs = 5000;" },
  },
  {
    id: "F18",
    says: "A server that was restored and has not reached our version is listed at the next connection. One that has is not noticed.",
    file: `${cache}/reflector.test.ts`,
    title:
      "a server restored from a backup, which accepts the old version and is silent, is listed at the next connection",
    mutant: {
      source: `${cache}/reflector.ts`,
      from: "if (!this.#needsList) await this.#compareVersions(signal);",
      to: "",
    },
  },
  {
    id: "F18",
    says: "Also on a real API server with an etcd from a backup: no later change is lost.",
    file: `${operator}/manager/restored-etcd.real.test.ts`,
    title: "a server whose etcd was restored to an older version costs no later change",
    mutant: {
      source: `${cache}/reflector.ts`,
      from: "if (order >= 0 || this.#knowsRestore) return;",
      to: "return;",
    },
  },
  {
    id: "F18",
    says: "Its older state replaces what is cached.",
    file: `${cache}/reflector.test.ts`,
    title: "the state of a server restored from a backup is accepted, with its older versions",
    mutant: { source: `${cache}/store.ts`, from: "?? 1) <= 0 && !reportsAll) return;", to: "?? 1) <= 0) return;" },
  },
  {
    id: "F19",
    says: "A wall clock that jumps by an hour moves no lease, backoff or requeue.",
    file: `${operator}/run/clock-jumps.test.ts`,
    title: "a wall clock that jumps by an hour",
    mutant: { source: `${transport}/clock.ts`, from: "now: () => performance.now(),", to: "now: () => Date.now()," },
  },
];
