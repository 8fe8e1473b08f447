// All areas, in the order of the table.
import type { Area } from "../area.ts";
import { envsubst } from "./envsubst.ts";
import { merge } from "./merge.ts";
import { neighbors } from "./neighbors.ts";
import { tenants } from "./tenants.ts";

export const areas: readonly Area[] = [tenants, neighbors, merge, envsubst];
