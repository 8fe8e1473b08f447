// What a transport works with.
import type { ClientLimits } from "../limits.ts";
import type { AnswerMemory } from "./answer-memory.ts";
import type { CallBudget } from "./call-budget.ts";
import type { Clock } from "./clock.ts";

/** How a transport behaves. */
export interface TransportOptions {
  /** How long one attempt of a call may take, unless the call sets its own time. */
  readonly timeoutMs: number;
  readonly userAgent: string;
  readonly clock: Clock;
  readonly limits: ClientLimits;
  /** The name of a server that somebody else owns. */
  readonly foreign: string | undefined;
  /** Not limited when there is none. */
  readonly budget: CallBudget | undefined;
  /** Not counted when there is none. */
  readonly memory: AnswerMemory | undefined;
}
