// Errors that end one reconcile and not the simulation: a real controller puts the object back into its queue and tries again.
import { errorFrom, isCapstanError, type CapstanError, type kubeErrors } from "@capstan/kube";
import type { ClientErrorCode } from "@capstan/client";

/** An object that another owner controls counts too: core fails until that owner is removed. */
const transient: ReadonlySet<string> = new Set<ClientErrorCode | keyof typeof kubeErrors>([
  "client/conflict",
  "client/server-error",
  "client/timeout",
  "client/too-many-requests",
  "kube/other-controller",
]);

/** Whether the same call may succeed in the next step. A server to which there was no connection at all is most likely not running. */
function isTransient(error: unknown): error is CapstanError {
  return isCapstanError(error) && (transient.has(error.code) || isLostConnection(error));
}

/** The codes of a connection that ends during a call. */
const lost: ReadonlySet<unknown> = new Set(["ECONNRESET", "EPIPE", "ETIMEDOUT", "ERR_SOCKET_CLOSED"]);

function isLostConnection({ code, cause }: CapstanError): boolean {
  return code === "client/unreachable" && cause instanceof Error && "code" in cause && lost.has(cause.code);
}

/** The transient errors of the last step, by what was reconciled. */
export class TransientErrors {
  readonly #messages = new Map<string, string>();
  readonly #report: ((error: Error, reconciled: string) => void) | undefined;

  /** With `report`, errors of other kinds are kept too, and reported. */
  constructor(report?: (error: Error, reconciled: string) => void) {
    this.#report = report;
  }

  /** Runs a reconcile; keeps its transient error, and rejects with any other unless these are reported. */
  async keep(reconciled: string, reconcile: () => Promise<void>): Promise<void> {
    try {
      await reconcile();
    } catch (error) {
      if (!isTransient(error)) {
        if (this.#report === undefined) throw error;
        this.#report(errorFrom(error), reconciled);
      }
      this.#messages.set(reconciled, errorFrom(error).message);
    }
  }

  /** Each with what was reconciled. */
  get messages(): readonly string[] {
    return [...this.#messages].map(([reconciled, message]) => `the last reconcile of ${reconciled} failed: ${message}`);
  }
}
