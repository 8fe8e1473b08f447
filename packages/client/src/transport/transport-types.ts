// What a transport works with, and what goes through it.
import type { HttpAnswer } from "@capstan/kube/http";
import type { ShownIdentity } from "../credentials/credential-keeper.ts";
import type { ClientLimits } from "../limits.ts";
import type { AnswerMemory } from "./answer-memory.ts";
import type { CallBudget } from "./call-budget.ts";
import type { Clock } from "./clock.ts";
import type { Failed } from "./failed-attempt.ts";
import type { PartsRequest } from "./raw-request.ts";

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

/** A request, once it is sent with the address that it is sent to: a renewal can change that of the client at any time. */
export type Called = PartsRequest & { readonly base?: URL };

/** An answer, and the address that it is from. */
export type Answered = HttpAnswer & { readonly base: URL };

/** How an attempt ended, and what it has shown. */
export interface Attempted {
  readonly outcome: Answered | Failed;
  readonly shown: ShownIdentity;
}
