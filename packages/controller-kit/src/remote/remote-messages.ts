// The messages of an error of a workload cluster: a fixed one for authors and conditions, what the server sent for the debug log.
import { describeError, errorFrom, isCapstanError, printable } from "@capstan/kube";

/** How many characters of what a server sent are logged. */
const loggedCharacters = 500;

/** The message of an error of a client with `foreign`, or of `parseKubeconfig`, which quote nothing; otherwise the general one. */
export function fixedMessage(error: unknown, otherwise: string): string {
  return isCapstanError(error) ? describeError(error) : otherwise;
}

/** The message of an error and of what caused it, shortened and without control characters. */
export function rawMessage(error: unknown): string {
  const { message, cause } = errorFrom(error);
  const caused = cause === undefined ? "" : `: ${errorFrom(cause).message}`;
  return printable(`${message}${caused}`.slice(0, loggedCharacters)).replace(/\s+/g, " ");
}
