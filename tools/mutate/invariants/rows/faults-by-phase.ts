// Faults of a server at each time at which they may come (the fault matrix): tests of packages/operator/test/fault-phases.ts. Those of faults-by-phase.slow.test.ts are F2, F3, F4, F6, F13, F15 and F18.
import type { Invariant, Mutant } from "../invariant.ts";

const operator = "packages/operator/src";
const reflector = `${operator}/cache/reflector.ts`;
const keeper = "packages/client/src/credentials/credential-keeper.ts";

const times = [
  "when nothing happens",
  "while ten objects change in a second",
  "during the first list",
  "during reconciles",
] as const;
type Time = (typeof times)[number];

interface FaultTests {
  readonly id: string;
  readonly says: string;
  /** The name of the fault in its file. */
  readonly name: string;
  readonly mutant: Mutant;
  /** Where another mutant shows it. */
  readonly others?: Partial<Readonly<Record<Time, Mutant>>>;
}

/** Of all kinds a failed connection is the last one: what is not listed yet never is. */
const noSecondConnection: Mutant = {
  source: reflector,
  from: "if (wait > 0) await sleep(this.#options.clock, wait, signal);",
  to: "if (wait > 0) return;",
};

const noDeadline: Mutant = {
  source: "packages/kube/src/http/http-attempt.ts",
  from: "timer = setTimeout(() => end(timeoutError()), timeoutMs);",
  to: "",
};

const outages: readonly FaultTests[] = [
  {
    id: "F1",
    says: "After a restart of the API server watches go on, and nothing is listed a second time.",
    name: "F1, a server that starts again",
    mutant: {
      source: reflector,
      from: "const outdated = isExpired(error) || isVersionTooLarge(error);",
      to: "const outdated = isApiError(error);",
    },
    others: { "during the first list": noSecondConnection },
  },
  {
    id: "F5",
    says: "Conflicts of the status, a finalizer and the Lease are no errors.",
    name: "F5, conflicts",
    mutant: {
      source: `${operator}/controller/reconcile-failure.ts`,
      from: 'if (isOutdated(error)) return { kind: "outdated", waitMs: 0, transient: false };',
      to: "",
    },
    others: {
      "when nothing happens": {
        source: `${operator}/leader-election/lease-elector.ts`,
        from: "if (isOutdated) this.#seen = undefined;",
        to: "",
      },
    },
  },
  {
    id: "F7",
    says: "Calls without an answer end at their deadline, and are made again.",
    name: "F7, calls without an answer",
    mutant: noDeadline,
  },
  {
    id: "F7",
    says: "Calls whose answer stops in its middle do, too.",
    name: "F7, calls with half an answer",
    mutant: noDeadline,
  },
  {
    id: "F10",
    says: "Beside a kind that may not be read others go on, except before the first list is complete; the log names the right.",
    name: "F10, a kind that may not be read",
    mutant: {
      source: `${operator}/cache/list-problem.ts`,
      from: "if (!isForbidden(error)) return error;",
      to: "return error;",
    },
  },
  {
    id: "F14",
    says: "A kind that is deleted is tried again until it comes back; what was deleted with it leaves the cache.",
    name: "F14, a kind that is deleted",
    mutant: noSecondConnection,
  },
];

const noRefresh: Mutant = {
  source: keeper,
  from: "if (!isChanged() && !isLater) await this.#renew();",
  to: "",
};

const rotations: readonly FaultTests[] = [
  {
    id: "F8",
    says: "A token that is rotated causes no error.",
    name: "F8, a token file that is rotated",
    mutant: {
      source: keeper,
      from: "if (isSame && this.#current.tokenFile !== undefined) await this.#readToken();",
      to: "",
    },
  },
  {
    id: "F8",
    says: "A program whose token has expired is run again once.",
    name: "F8, a token that has expired",
    mutant: noRefresh,
  },
  {
    id: "F9",
    says: "Another certificate of the client causes no error.",
    name: "F9, another certificate of the client",
    mutant: noRefresh,
  },
  {
    id: "F9",
    says: "Another authority of the server causes no error.",
    name: "F9, another authority of the server",
    mutant: noRefresh,
  },
];

function rowsOf(
  faults: readonly FaultTests[],
  { file, ending }: { readonly file: string; readonly ending: string },
): readonly Invariant[] {
  return faults.flatMap(({ id, says, name, mutant, others = {} }) =>
    times.map((time) => ({
      id,
      says,
      file: `${operator}/manager/${file}`,
      title: `${name}, ${time}: ${ending}`,
      mutant: others[time] ?? mutant,
    })),
  );
}

/** F1, F5, F7, F8, F9, F10 and F14. */
export const faultPhaseRows: readonly Invariant[] = [
  ...rowsOf(outages, {
    file: "outages-by-phase.slow.test.ts",
    ending: "all is reconciled as it is in the end, and none twice at once",
  }),
  ...rowsOf(rotations, {
    file: "credentials-by-phase.slow.test.ts",
    ending: "all is reconciled, and nobody sees an error",
  }),
];
