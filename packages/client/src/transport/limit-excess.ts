// Thrown where a limit is exceeded; the call makes an error with its action and server of it.
import type { CapstanError } from "@capstan/kube";
import { clientError } from "../errors.ts";
import { type ClientLimits, type LimitName, limitUnits } from "../limits.ts";
import { type Attempt, serverPlace } from "./connection-error.ts";

/** A limit was exceeded. */
export class LimitExcess extends Error {
  readonly limit: LimitName;

  constructor(limit: LimitName) {
    super(limit);
    this.limit = limit;
  }
}

/** The error of a call whose server exceeded a limit. */
export function limitError(attempt: Attempt, name: LimitName, limits: ClientLimits): CapstanError {
  const values = { limit: limits[name].toLocaleString("en"), unit: limitUnits[name], setting: name };
  return clientError("client/limit", { doing: attempt.doing, place: serverPlace(attempt), ...values });
}
