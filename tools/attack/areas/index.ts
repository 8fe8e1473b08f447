// All areas, in the order of the table.
import type { Area } from "../area.ts";
import { envsubst } from "./envsubst.ts";
import { tenants } from "./tenants.ts";

export const areas: readonly Area[] = [envsubst, tenants];
