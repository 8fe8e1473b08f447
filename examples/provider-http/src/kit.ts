// The kit of this provider's controllers, in a file of its own because controllers import it and provider.ts imports them.
import { initProvider, type ProviderKit } from "@capstan/controller-kit";
import type { HttpCloud } from "./cloud/http-cloud.ts";

/** What the controllers need in addition to the API server. */
export interface Services {
  readonly cloud: HttpCloud;
}

export const kit: ProviderKit<Services> = initProvider();
