// Everything that the engine refuses or gives up on, as a table that `capstan explain` also reads.
// Raised by the engine alone; what the workflow refuses is ../kit-errors.ts.
import { type CapstanError, type DiagnosticRule, type ErrorDetails, errorOf } from "@capstan/kube";

/** The codes of the engine's errors. */
export type EngineErrorCode =
  | "engine/cache-not-synced"
  | "engine/controller-twice"
  | "engine/leadership-lost"
  | "engine/lease-times"
  | "engine/no-such-index"
  | "engine/not-cached"
  | "engine/reconcile-timeout"
  | "engine/runnable-failed"
  | "engine/shutdown-timeout"
  | "engine/started";

/** The errors of the engine by code. */
export const engineErrors: Readonly<Record<EngineErrorCode, DiagnosticRule>> = {
  "engine/cache-not-synced": {
    severity: "error",
    message: "the cache was not filled within {seconds} s; missing: {kinds}",
    hint: "check that the kinds are installed and that this account may list and watch them",
    explain:
      "A manager reads every kind that its controllers watch before it reconciles anything. The last failure of each missing kind is in the message.",
  },
  "engine/controller-twice": {
    severity: "error",
    message: 'two controllers are called "{name}"',
    hint: "give each controller a name of its own",
    explain: "The name is what metrics and log lines tell controllers apart by.",
  },
  "engine/leadership-lost": {
    severity: "error",
    message: "the lease {lease} could not be renewed within {seconds} s: leadership is lost",
    hint: "restart the process; if this repeats, look at the load of the API server and of this process",
    explain:
      "Another process may lead by now, so this one must end at once: two leaders would both change the same objects.",
  },
  "engine/lease-times": {
    severity: "error",
    message: "the times of the leader election do not fit: lease {lease} ms, renew {renew} ms, retry {retry} ms",
    hint: "the lease must outlast the renew deadline, and that 1.2 times the retry period",
    explain: "A leader must stop before others may take over, and must be able to try more than once before it stops.",
  },
  "engine/no-such-index": {
    severity: "error",
    message: 'the cache of {kind} has no index "{name}"',
    hint: "add it by cache.addIndex before the manager runs",
    explain: "An index is kept up to date from the first object on, so it must be declared before.",
  },
  "engine/not-cached": {
    severity: "error",
    message: "{kind} is not cached: no controller of this manager watches it",
    hint: "declare it in the controller's watches or reads, or read it by the client",
    explain:
      "An empty answer would look like an object that does not exist, and a cache that starts by itself may hold a whole cluster's objects. Secrets and ConfigMaps are cached only when watched.",
  },
  "engine/reconcile-timeout": {
    severity: "error",
    message: "the reconcile did not end within {seconds} s",
    hint: "return with a requeue instead of waiting, or raise the controller's timeoutMs",
    explain: "The signal of the run has aborted. The key's slot stays taken until the run has really ended.",
  },
  "engine/runnable-failed": {
    severity: "error",
    message: "{name} failed: {reason}",
    explain: "Something that must live as long as the manager has failed, so the manager stopped.",
  },
  "engine/shutdown-timeout": {
    severity: "error",
    message: "reconciles were still running {seconds} s after the stop: {controllers}",
    hint: "pass ctx.signal on to everything that waits",
    explain:
      "Running reconciles are told to stop by their signal. Those named here did not end in time; their objects are reconciled again after the restart.",
  },
  "engine/started": {
    severity: "error",
    message: "{what} cannot be added: the manager runs already",
    hint: "add everything before run",
    explain: "Caches and controllers start in a fixed order, which something added later would miss.",
  },
};

/** Makes one of the engine's errors. */
export function engineError(
  code: EngineErrorCode,
  values: NonNullable<ErrorDetails["values"]> = {},
  cause?: unknown,
): CapstanError {
  return errorOf(engineErrors, code, { values, cause });
}
