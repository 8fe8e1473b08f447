// When a key is reconciled: the queue and the controller.
import type { Invariant } from "../invariant.ts";

const operator = "packages/operator/src";
const controller = `${operator}/controller`;

const ends = { file: `${operator}/run/process-ends.slow.test.ts` };

/** Q1 to Q10, and the own writes of decision 0029 (O1). */
export const queueRows: readonly Invariant[] = [
  {
    id: "Q1",
    says: "A key is never reconciled twice at the same time.",
    file: `${controller}/single-flight.test.ts`,
    title: "no key is reconciled twice at the same time, whatever happens meanwhile",
    mutant: {
      source: `${operator}/queue/work-queue.ts`,
      from: "if (running === undefined) this.#insert(key, added);",
      to: "if (true) this.#insert(key, added);",
    },
  },
  {
    id: "Q2",
    says: "Changes before a reconcile cause one; changes during it cause one more, which sees them.",
    file: `${controller}/controller.test.ts`,
    title: "changes before a run cause one run; a change during a run causes one more, which sees it",
    mutant: {
      source: `${operator}/queue/work-queue.ts`,
      from: "if (running.again !== undefined) this.#insert(key, running.again);",
      to: "",
    },
  },
  {
    id: "Q3",
    says: "For every change there is a reconcile that starts when the cache has it.",
    file: `${controller}/single-flight.test.ts`,
    title: "the last reconcile of each key has seen its last change",
    mutant: {
      source: `${controller}/controller.ts`,
      from: "if (priority !== undefined) this.#enqueue(key, priority);",
      to: "",
    },
  },
  {
    id: "Q4",
    says: "A key that fails waits 5 ms, doubled with each failure up to 1000 s.",
    file: `${operator}/queue/work-queue.test.ts`,
    title: "failures a key waits",
    mutant: {
      source: `${operator}/queue/rate-limiter.ts`,
      from: "return Math.min(longestMs, firstMs * 2 ** Math.max(0, failures - 1));",
      to: "return firstMs * 2 ** Math.max(0, failures - 1);",
    },
  },
  {
    id: "Q4",
    says: "A success or requeueAfter resets that, and other keys do not wait.",
    file: `${controller}/controller.test.ts`,
    title: "failures of one key do not delay other keys, and a success resets them",
    mutant: { source: `${controller}/controller.ts`, from: "    this.#states.of(key).failures = 0;\n", to: "" },
  },
  {
    id: "Q5",
    says: "requeueAfter means no later than that, and only the result of the last reconcile counts.",
    file: `${controller}/controller.test.ts`,
    title: "requeueAfter means no later than; the latest run alone decides",
    mutant: {
      source: `${operator}/queue/work-queue.ts`,
      from: "dueAt: Math.min(added.dueAt, known.dueAt) }",
      to: "dueAt: Math.max(added.dueAt, known.dueAt) }",
    },
  },
  {
    id: "Q5",
    says: "syncPeriod reconciles a key again after every reconcile, also after one that is not retried.",
    file: `${controller}/controller.test.ts`,
    title: "syncPeriod runs a key again after a terminal error, too",
    mutant: {
      source: `${controller}/controller.ts`,
      from: "    if (waitMs === 0) this.#resync(key);",
      to: "",
    },
  },
  {
    id: "Q5",
    says: "The time of a TransientError is kept: no own write and no sync shortens it.",
    file: `${controller}/thrown-errors.test.ts`,
    title: "its time is kept whatever the reconcile writes, however often its key is synced, and never shortened",
    mutant: {
      source: `${controller}/controller.ts`,
      from: "    if (waitMs === 0) this.#resync(key);",
      to: "    this.#resync(key);",
    },
  },
  {
    id: "Q6",
    says: "Objects of the first list and resyncs do not keep a new change waiting.",
    file: `${controller}/controller.test.ts`,
    title: "new objects go before objects of the first list",
    mutant: {
      source: `${operator}/queue/work-queue.ts`,
      from: "(level) => level.priority <= priority);",
      to: "(level) => level.priority >= priority);",
    },
  },
  {
    id: "Q6",
    says: "While there are others, every fourth key is of the lowest priority: a fresh change may wait for that one, too.",
    insteadOf: {
      sentence: "Initial list and unchanged resync never delay a fresh change by more than the running items.",
      decision: "0045",
    },
    file: `${operator}/queue/work-queue.test.ts`,
    title: "keys of the lowest priority are taken although others never end",
    mutant: {
      source: `${operator}/queue/work-queue.ts`,
      from: "const isLowestDue = this.#sinceLowest >= turnOfLowest;",
      to: "const isLowestDue = false;",
    },
  },
  {
    id: "Q7",
    says: "A key is reconciled five times in a row, then once a second.",
    insteadOf: { sentence: "Same-object reconciles are at least 1 s apart by default.", decision: "0004" },
    file: `${controller}/controller.test.ts`,
    title: "a key that wants to be reconciled at once, again and again, runs five times and then once a second",
    mutant: {
      source: `${controller}/controller.ts`,
      from: "if (this.#cacheIsCurrent(taken) && this.#isSpaced(taken)) void",
      to: "if (this.#cacheIsCurrent(taken)) void",
    },
  },
  {
    id: "Q7",
    says: "What is put off for that is counted, and not as a reconcile.",
    file: `${controller}/controller.test.ts`,
    title: "what is put off because its key was reconciled a moment ago is counted, and not as a reconcile",
    mutant: {
      source: `${controller}/controller.ts`,
      from: "    this.#deps.metrics.reconcileSpaced(this.name);\n",
      to: "",
    },
  },
  {
    id: "Q8",
    says: "Whatever a reconcile throws or rejects with is counted, logged once and retried.",
    file: `${controller}/controller.test.ts`,
    title: "is logged once for each run and retried after 5, 10, 20 ms",
    mutant: {
      source: `${controller}/reconcile-failure.ts`,
      from: 'log.error("Reconciler error", { ...named, failures, terminal: kind === "terminal" });',
      to: "",
    },
  },
  {
    id: "Q8",
    says: "One that does not end in time loses its worker; its key waits until its promise settles (decision 0028).",
    file: `${controller}/late-runs.test.ts`,
    title: "is abandoned: its worker is free, its key waits, and its calls are rejected when it goes on",
    mutant: {
      source: `${controller}/open-runs.ts`,
      from: "    remove(this.#running, run);\n",
      to: "",
    },
  },
  {
    id: "Q8",
    says: "Its calls are rejected from then on.",
    file: `${controller}/late-runs.test.ts`,
    title: "is abandoned: its worker is free, its key waits, and its calls are rejected when it goes on",
    mutant: {
      source: `${controller}/reconcile-run.ts`,
      from: 'this.#gate.close(this.#over("it did not end in time and was abandoned"));',
      to: "",
    },
  },
  {
    id: "Q8",
    says: "Its key waits for its report, too.",
    file: `${controller}/late-runs.test.ts`,
    title: "is open until its report has ended: no run of its key is beside that",
    mutant: { source: `${controller}/controller.ts`, from: "    await report;\n", to: "" },
  },
  {
    id: "Q8",
    says: "When it is stuck for stuckTimeout, /healthz fails.",
    file: `${operator}/manager/manager-health.test.ts`,
    title: "a reconcile that is stuck for longer than stuckTimeout fails /healthz",
    mutant: {
      source: `${operator}/manager/manager-run.ts`,
      from: "longestAbandoned * 1000 < settings.stuckMs",
      to: "longestAbandoned >= 0",
    },
  },
  {
    id: "Q8",
    says: "A TransientError with a time lets no backoff grow, and is no error.",
    file: `${controller}/thrown-errors.test.ts`,
    title: "a TransientError runs its key again after its time, is no error and lets no backoff grow",
    mutant: {
      source: `${controller}/controller.ts`,
      from: 'if (failure.kind !== "wait") this',
      to: "this",
    },
  },
  {
    id: "Q9",
    says: "A terminal error is not retried, and the next event reconciles the key again.",
    file: `${controller}/controller.test.ts`,
    title: "a terminal error is not retried, the next event runs it again",
    mutant: {
      source: `${controller}/reconcile-failure.ts`,
      from: 'return { kind: are("terminal") ? "terminal" : "error", waitMs, transient };',
      to: 'return { kind: "error", waitMs, transient };',
    },
  },
  {
    id: "Q10",
    says: "After the stop signal no reconcile starts, and the signals of those that run abort.",
    file: `${controller}/controller.test.ts`,
    title: "after a stop no run starts, the signals of running ones abort, and the controller is drained when they end",
    mutant: { source: `${controller}/reconcile-run.ts`, from: "    this.#controller.abort(ends.stop.reason);", to: "" },
  },
  {
    id: "Q10",
    says: "They have a time to end; the manager fails when it is over.",
    file: `${operator}/manager/manager-ends.test.ts`,
    title: "a reconcile that does not end delays the stop up to the limit, and the error names its controller",
    mutant: {
      source: `${operator}/manager/manager-run.ts`,
      from: "if (!drained) throw this.#stuck(shutdownMs);",
      to: "",
    },
  },
  {
    id: "Q10",
    says: "The process ends with a code that is not zero then,",
    ...ends,
    title: "a process that is late while it reconciles ends with the right code in time (L2, Q10, F12)",
    mutant: {
      source: `${operator}/manager/manager-run.ts`,
      from: "if (!drained) throw this.#stuck(shutdownMs);",
      to: "",
    },
  },
  {
    id: "Q10",
    says: "and with zero when all have ended in time.",
    ...ends,
    title: "a process that is drained while it reconciles ends with the right code in time (L2, Q10, F12)",
    mutant: {
      source: `${operator}/manager/manager-run.ts`,
      from: "if (!drained) throw this.#stuck(shutdownMs);",
      to: "throw this.#stuck(shutdownMs);",
    },
  },
  {
    id: "Q10",
    says: "A write that began before the stop completes.",
    file: `${controller}/late-runs.test.ts`,
    title: "a write that began before the stop completes",
    mutant: {
      source: `${controller}/reconcile-run.ts`,
      from: "if (!leads()) this.leaseLost();",
      to: "this.leaseLost();",
    },
  },
  {
    id: "O1",
    says: "What a reconcile writes into its own object does not wake its key (decision 0029).",
    file: `${controller}/own-echoes.test.ts`,
    title: "nor a requeueAfter, whether its event comes before or after the reconcile has ended",
    mutant: {
      source: `${controller}/run-factory.ts`,
      from: "wrote?.(objects.find((object) => formatKey(keyOf(object)) === formatKey(key)));",
      to: "",
    },
  },
  {
    id: "O1",
    says: "Nor does a request that it sends without a kind, as the API classes of client-node do.",
    file: `${controller}/raw-write.test.ts`,
    title: "a request that writes its own object wakes nobody",
    mutant: {
      source: `${controller}/run-client.ts`,
      from: "this.#onWrite === unwatched && !this.#isTraced() ? undefined : rawWriteOf(own)",
      to: "this.#onWrite === unwatched && !this.#isTraced() ? rawWriteOf(own) : undefined",
    },
  },
  {
    id: "O1",
    says: "What others write just before it does.",
    file: `${controller}/own-echoes.test.ts`,
    title: "a write is not the cause of an event that came before it began",
    mutant: {
      source: `${controller}/own-echoes.ts`,
      from: "number > began && safely(",
      to: "safely(",
    },
  },
  {
    id: "O1",
    says: "Also when a write that changed nothing is answered with its version.",
    file: `${controller}/own-echoes.test.ts`,
    title: "a change of somebody else during a write that changes nothing wakes the key",
    mutant: {
      source: `${controller}/own-echoes.ts`,
      from: "safely(() => isChange(old, object), false)",
      to: "true",
    },
  },
  {
    id: "O1",
    says: "Also when a status that is applied is there already.",
    file: `${controller}/own-echoes.test.ts`,
    title:
      "a change of the status by somebody else wakes the key though the reconcile applies a status that is there already",
    mutant: {
      source: `${controller}/own-change.ts`,
      from: "return (old, object) => isAsApplied({ old: parts(old), object: parts(object), sent: parts(body) }, 0);",
      to: "return () => true;",
    },
  },
  {
    id: "O1",
    says: "Also when the cache does not have what was changed.",
    file: `${controller}/own-echoes.test.ts`,
    title: "a change of somebody else wakes the key, though the cache does not have what was changed",
    mutant: {
      source: `${controller}/own-change.ts`,
      from: "if (isWhole) return isChange;",
      to: "return isChange;",
    },
  },
  {
    id: "O1",
    says: "A write that changes nothing does not make an earlier own write one of somebody else.",
    file: `${controller}/own-echoes.test.ts`,
    title: "an own write wakes nobody when a write that changes nothing follows",
    mutant: {
      source: `${controller}/own-echoes.ts`,
      from: "[...(writes.answered.get(version) ?? []), { began, isChange }]",
      to: "[{ began, isChange }]",
    },
  },
  {
    id: "O1",
    says: "Also when only a new list shows it.",
    file: `${controller}/own-echoes.test.ts`,
    title: "a change of somebody else that only a new list shows, behind an own write, wakes the key",
    mutant: {
      source: `${operator}/cache/store.ts`,
      from: "{ listed: true, reportsAll }",
      to: "{ listed: false, reportsAll }",
    },
  },
];
