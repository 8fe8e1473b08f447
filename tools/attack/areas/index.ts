// All areas, in the order of the table.
import type { Area } from "../area.ts";
import { diagnostics } from "./diagnostics.ts";
import { envsubst } from "./envsubst.ts";
import { servers } from "./servers.ts";

export const areas: readonly Area[] = [envsubst, servers, diagnostics];
