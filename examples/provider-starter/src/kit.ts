// Binds the kit to this provider's services, so that every controller's `ctx.services` is typed.
import { initProvider, type ProviderKit } from "@capstan/controller-kit";
import type { Cloud } from "./cloud.ts";

export const kit: ProviderKit<{ readonly cloud: Cloud }> = initProvider();
