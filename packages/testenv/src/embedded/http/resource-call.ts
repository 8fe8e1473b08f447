// A request for a resource, with what the verbs need.
import { rejection, type StatusError } from "../api-status.ts";
import type { UserInfo } from "../access/users.ts";
import type { Exchange } from "./exchange.ts";
import type { Faults } from "../faults.ts";
import type { ListPages } from "../read/list-objects.ts";
import type { View } from "../store/rendering.ts";
import type { ServerState } from "../server-state.ts";
import type { ObjectPlace } from "../write/write-rules.ts";

/** What all requests share. */
export interface Runtime {
  readonly server: ServerState;
  readonly faults: Faults;
  readonly pages: ListPages;
}

/** One request for a resource. */
export interface ResourceCall {
  readonly runtime: Runtime;
  readonly exchange: Exchange;
  readonly user: UserInfo;
  readonly view: View;
  readonly place: ObjectPlace;
}

/** Executes a verb and sends the response. */
export type VerbHandler = (call: ResourceCall) => Promise<void> | void;

/** The path does not support the method. */
export function notAllowed(): StatusError {
  return rejection("MethodNotAllowed", "the server does not allow this method on the requested resource");
}
