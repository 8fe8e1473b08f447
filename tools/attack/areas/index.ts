// All areas, in the order of the table.
import type { Area } from "../area.ts";
import { envsubst } from "./envsubst.ts";
import { imports } from "./import.ts";

export const areas: readonly Area[] = [imports, envsubst];
