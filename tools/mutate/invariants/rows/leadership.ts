// What only the leader may do, and who leads.
import type { Invariant } from "../invariant.ts";

const operator = "packages/operator/src";
const controller = `${operator}/controller`;
const election = `${operator}/leader-election`;
const manager = `${operator}/manager`;

const model = {
  file: `${election}/lease-model.test.ts`,
  title: "of three processes with clocks that differ, on networks that delay and lose, no two ever lead at once",
};
const othersIgnored = {
  source: `${election}/lease-elector.ts`,
  from: "if (!this.leads && this.#others.mayLead(current, clock.now())) return this.#replace(current, options);",
  to: 'if (!this.leads && current?.spec?.holderIdentity === "nobody") return undefined;',
};

/** L1 to L6. */
export const leadershipRows: readonly Invariant[] = [
  {
    id: "L1",
    says: "No reconcile starts unless the lease was renewed within renewDeadline, by this process's own clock.",
    file: `${controller}/controller.test.ts`,
    title: "only the leader starts runs, by the clock",
    mutant: { source: `${controller}/controller.ts`, from: "    if (!this.#deps.mayRun()) return;\n", to: "" },
  },
  {
    id: "L1",
    says: "It starts when a renewal that was sent in time is answered late.",
    file: `${manager}/manager-ends.test.ts`,
    title: "keys that came while the lease was over by the clock are reconciled when its renewal is answered",
    mutant: {
      source: `${election}/lease-elector.ts`,
      from: "    if (!led && this.leads) this.#deps.onLeads?.();\n",
      to: "",
    },
  },
  {
    id: "L1",
    says: "No call of one that runs is made after that.",
    file: `${controller}/late-runs.test.ts`,
    title: "after its process lost its lease, no call of a run is made",
    mutant: {
      source: `${controller}/call-gate.ts`,
      from: "const rejection = this.#closed ?? this.#rejection();",
      to: "const rejection = this.#closed;",
    },
  },
  {
    id: "L1",
    says: "Nor is a call that waits for a retry sent again.",
    file: `${controller}/late-retries.test.ts`,
    title: "a write that waits for a retry is not sent again after its process stopped to lead",
    mutant: {
      source: `${controller}/call-gate.ts`,
      from: "this.check();\n        beforeAttempt",
      to: "beforeAttempt",
    },
  },
  {
    id: "L2",
    says: "A process that lost its lease aborts its reconciles and ends without waiting for them.",
    file: `${manager}/manager-ends.test.ts`,
    title: "lost leadership ends the run at once and aborts running reconciles",
    mutant: {
      source: `${manager}/manager-run.ts`,
      from: "{ ms: shutdownMs, end: this.#elector?.lost }",
      to: "{ ms: shutdownMs }",
    },
  },
  {
    id: "L2",
    says: "The process has ended within a second, with an exit code that is not zero, though a reconcile does not end.",
    file: "packages/operator/src/run/process-ends.slow.test.ts",
    title: "a process that is stolen while it reconciles ends with the right code in time (L2, Q10, F12)",
    mutant: {
      source: `${manager}/manager-run.ts`,
      from: "{ ms: shutdownMs, end: this.#elector?.lost }",
      to: "{ ms: shutdownMs }",
    },
  },
  {
    id: "L2",
    says: "Calls in flight end when the lease is lost, also after a stop has begun.",
    file: `${manager}/writes-in-stop.test.ts`,
    title: "a write in flight ends when the lease is lost",
    mutant: {
      source: `${controller}/run-ends.ts`,
      from: 'lost?.addEventListener("abort", () => this.#leaseLost(), { once: true });',
      to: "",
    },
  },
  {
    id: "L2",
    says: "It stops at the sight of another holder.",
    file: `${election}/lease-elector.test.ts`,
    title: "a leader stops as soon as it sees another holder in its lease, and leaves the lease alone",
    mutant: { source: `${election}/lease-elector.ts`, from: "return this.#taken(holder);", to: "return undefined;" },
  },
  {
    id: "L3",
    says: "On a stop the lease is released after the last reconcile and the last task have ended.",
    file: `${manager}/manager-release.test.ts`,
    title: "has ended, and not before",
    mutant: {
      source: `${manager}/manager-run.ts`,
      from: '    this.#work.abort(new Error("the manager stops"));',
      to: '    this.#work.abort(new Error("the manager stops"));\n    await this.#elector?.release();',
    },
  },
  {
    id: "L3",
    says: "A task of the leader keeps it, too.",
    file: `${manager}/manager-release.test.ts`,
    title: "has ended, and not before",
    mutant: { source: `${manager}/manager-run.ts`, from: "    await Promise.all(this.#working.keys());\n", to: "" },
  },
  {
    id: "L3",
    says: "So does a function of `onLeading`.",
    file: `${manager}/writes-in-stop.test.ts`,
    title: "the lease stays held while a function of onLeading is in flight",
    mutant: {
      source: `${manager}/manager-run.ts`,
      from: '    this.#works("a function of onLeading", settled);\n',
      to: "",
    },
  },
  {
    id: "L3",
    says: "A renewal that waits for its answer ends before.",
    file: `${election}/lease-elector.test.ts`,
    title: "a renewal that waits for its answer when the leader stops ends before the lease is released",
    mutant: {
      source: `${election}/lease-elector.ts`,
      from: "    await this.#renewal;\n    this.#cancelDeadline();",
      to: "    this.#cancelDeadline();",
    },
  },
  {
    id: "L3",
    says: "So does a call that takes the lease.",
    file: `${election}/lease-elector.test.ts`,
    title: "leaves none behind that a process which has ended holds",
    mutant: {
      source: `${election}/lease-elector.ts`,
      from: "      this.#renewal = taken;\n",
      to: "",
    },
  },
  {
    id: "L3",
    says: "It is not released while a reconcile has not ended in time.",
    file: `${manager}/manager-release.test.ts`,
    title: "has not ended in time",
    mutant: {
      source: `${manager}/manager-run.ts`,
      from: "if (!lost && drained) await this.#release();",
      to: "await this.#release();",
    },
  },
  {
    id: "L3",
    says: "Nor while one that was abandoned has not.",
    file: `${manager}/manager-release.test.ts`,
    title: "decides whether the lease is released",
    mutant: {
      source: "packages/operator/src/controller/open-runs.ts",
      from: "return this.#running.length + this.#abandoned.length;",
      to: "return this.#running.length;",
    },
  },
  {
    id: "L3",
    says: "The next process leads within its retryPeriod.",
    file: `${election}/lease-elector.test.ts`,
    title: "the second candidate waits, and takes over within one retry when the first releases the lease",
    mutant: {
      source: `${election}/other-leaders.ts`,
      from: "if (before === undefined || isReleased) return now;",
      to: "if (before === undefined) return now;",
    },
  },
  {
    id: "L4",
    says: "Two processes never lead at the same time, whatever fails, stalls or takes long.",
    file: `${election}/lease-elector.test.ts`,
    title: "two processes never lead at once, whatever fails or stalls",
    mutant: othersIgnored,
  },
  {
    id: "L4",
    says: "Nor do three with clocks of their own that differ by a minute and by a tenth of their speed, whose messages are late or lost, that are stopped at any time, and whose lease is changed by hand.",
    ...model,
    mutant: othersIgnored,
  },
  {
    id: "L4",
    says: "One that does not look at its clock, after it was stopped, would lead too long.",
    ...model,
    mutant: {
      source: `${election}/lease-elector.ts`,
      from: "return !this.#lost.signal.aborted && this.#deps.clock.now() < this.#leadsUntil;",
      to: "return !this.#lost.signal.aborted && this.#leadsUntil > 0;",
    },
  },
  {
    id: "L4",
    says: "One that counts from when it first saw the lease, and not from its last change, would lead too soon.",
    ...model,
    mutant: {
      source: `${election}/other-leaders.ts`,
      from: "if (this.#seen === undefined || this.#seen.version !== version) this",
      to: "if (this.#seen === undefined) this",
    },
  },
  {
    id: "L4",
    says: "So would one that compares the time in the lease with its own clock.",
    ...model,
    mutant: {
      source: `${election}/lease-elector.ts`,
      from: "if (!this.leads && this.#others.mayLead(current, clock.now())) return this.#replace(current, options);",
      to: 'if (!this.leads && Date.parse(current?.spec?.renewTime ?? "") + this.#times.leaseMs > clock.date().getTime()) return undefined;',
    },
  },
  {
    id: "L4",
    says: "A lease that is missing at each look of a process for a whole leaseDuration says nothing of its leader.",
    file: `${election}/missing-lease.test.ts`,
    title:
      "a process that could not create a missing Lease for longer than leaseDuration creates it without a holder all the same",
    mutant: {
      source: `${election}/other-leaders.ts`,
      from: "(lease === undefined && this.#hasSeenLease) || ",
      to: "",
    },
  },
  {
    id: "L4",
    says: "When a lease vanishes, the former holder may be one that this process has never seen lead. A process that has just started cannot know of any.",
    ...model,
    mutant: {
      source: `${election}/other-leaders.ts`,
      from: "if (before === undefined || isReleased) return now;",
      to: "if (before === undefined || isReleased || before.until <= now) return now;",
    },
  },
  {
    id: "L4",
    says: "It may also have a slower clock.",
    file: model.file,
    title: "when the lease of a leader with a slow clock is deleted",
    mutant: {
      source: `${election}/other-leaders.ts`,
      from: "return Math.max(before.until, now + this.#times.leaseMs);",
      to: "return Math.max(before.until, now + (this.#times.leaseMs * 2) / 3);",
    },
  },
  {
    id: "L4",
    says: "Leadership counts from when the renewal was sent.",
    file: `${election}/lease-elector.test.ts`,
    title: "leadership counts from when the renewal was sent",
    mutant: {
      source: `${election}/lease-elector.ts`,
      from: "this.#lead(sentAt + this.#times.renewMs);",
      to: "this.#lead(this.#deps.clock.now() + this.#times.renewMs);",
    },
  },
  {
    id: "L5",
    says: "An author can ask before a call to a cloud whether this process still leads, and is told by the clock.",
    file: `${controller}/late-runs.test.ts`,
    title: "assertLeader throws in a run",
    mutant: { source: `${controller}/reconcile-run.ts`, from: "=> this.#gate.check();", to: "=> undefined;" },
  },
  {
    id: "L5",
    says: "What only the leader runs makes no call when its process does not lead, by the clock.",
    file: `${manager}/leader-client.test.ts`,
    title: "a runnable of a process whose lease is over by the clock makes no call",
    mutant: {
      source: `${manager}/manager.ts`,
      from: "(this.#leads ? undefined : operatorError",
      to: "(this.client ? undefined : operatorError",
    },
  },
  {
    id: "L6",
    says: "A process that was stopped for longer than its deadline does not lead, even before a timer fires.",
    file: `${election}/lease-elector.test.ts`,
    title: "a process that was stopped for longer than its deadline does not lead, even before a timer fires",
    mutant: {
      source: `${election}/lease-elector.ts`,
      from: "return !this.#lost.signal.aborted && this.#deps.clock.now() < this.#leadsUntil;",
      to: "return !this.#lost.signal.aborted;",
    },
  },
];
