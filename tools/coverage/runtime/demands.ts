// All demands on runtime hooks, and the documents that they are from.
import type { CitedDocument } from "../check-lines.ts";
import { calling } from "./calling.ts";
import { couldHave } from "./could-have.ts";
import type { Demands } from "./demand.ts";
import { deployment } from "./deployment.ts";
import { factsRows } from "./facts-rows.ts";
import { handlers } from "./handlers.ts";
import { lifecycleLines } from "./lifecycle-lines.ts";
import { proposalLines } from "./proposal-lines.ts";
import { serving } from "./serving.ts";
import { topology } from "./topology.ts";
import { versions } from "./versions.ts";
import { wire } from "./wire.ts";

/** The demands by id. */
export const runtimeDemands: Demands = {
  ...versions,
  ...handlers,
  ...topology,
  ...serving,
  ...deployment,
  ...calling,
  ...wire,
  ...couldHave,
};

/** The documents of a folder. */
export const runtimeDocuments: readonly CitedDocument[] = [proposalLines, lifecycleLines];

/** The catalog of facts. */
export const runtimeFacts: CitedDocument = factsRows;
