// How the session is, in a word or two: the state of the project's process, and how much is wrong.
import type { SessionFacts } from "../../src/console/wire.ts";

/** Whether news arrive: `denied` needs the address with the token, `ended` needs a new `capstan dev`. */
export type Connection = "connecting" | "live" | "lost" | "ended" | "denied";

/** The words, and the name of their color. */
export interface Badge {
  readonly words: string;
  readonly look: SessionFacts["process"];
}

/** A process that runs is not "ready" while something is wrong; of a session that has ended nothing is known any more. */
export function badgeOf({ process, errors }: Pick<SessionFacts, "process" | "errors">, connection: Connection): Badge {
  if (connection === "ended") return { words: "ended", look: "ended" };
  if (errors.length === 0) return { words: process, look: process };
  const count = errors.length === 1 ? "1 problem" : `${errors.length} problems`;
  return { words: `${process === "ready" ? "runs" : process}, ${count}`, look: "failed" };
}
