// All areas, in the order of the table.
import type { Area } from "../area.ts";
import { client } from "./client.ts";
import { diagnostics } from "./diagnostics.ts";
import { envsubst } from "./envsubst.ts";
import { imports } from "./import.ts";
import { kubeconfig } from "./kubeconfig.ts";
import { merge } from "./merge.ts";
import { neighbors } from "./neighbors.ts";
import { servers } from "./servers.ts";
import { tenants } from "./tenants.ts";

export const areas: readonly Area[] = [
  imports,
  kubeconfig,
  client,
  servers,
  diagnostics,
  tenants,
  neighbors,
  merge,
  envsubst,
];
