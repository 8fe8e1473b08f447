// The kit of this provider's controllers, in a file of its own because controllers import it and provider.ts imports them.
import { initProvider, type ProviderKit } from "@capstan/controller-kit";
import type { LocalProcesses } from "./processes/local-processes.ts";

/** What the controllers need in addition to the API server. */
export interface Services {
  readonly processes: LocalProcesses;
}

export const kit: ProviderKit<Services> = initProvider();
