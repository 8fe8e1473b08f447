// A request that has been found to be about a resource, with all that the verbs need. Made by handler.ts, handled by the
// functions of read-verbs.ts and write-verbs.ts.
import { refusal, type StatusError } from "./api-status.ts";
import type { UserInfo } from "./authentication.ts";
import type { Exchange } from "./exchange.ts";
import type { Faults } from "./faults.ts";
import type { ListPages } from "./list-objects.ts";
import type { View } from "./rendering.ts";
import type { ServerState } from "./server-state.ts";
import type { ObjectPlace } from "./write-rules.ts";

/** What outlives a request. */
export interface Runtime {
  readonly server: ServerState;
  readonly faults: Faults;
  readonly pages: ListPages;
}

/** One request about a resource. */
export interface ResourceCall {
  readonly runtime: Runtime;
  readonly exchange: Exchange;
  readonly user: UserInfo;
  readonly view: View;
  readonly place: ObjectPlace;
}

/** Does what a verb asks for, and answers. */
export type VerbHandler = (call: ResourceCall) => Promise<void> | void;

/** The method makes no sense at this path. */
export function notAllowed(): StatusError {
  return refusal("MethodNotAllowed", "the server does not allow this method on the requested resource");
}
