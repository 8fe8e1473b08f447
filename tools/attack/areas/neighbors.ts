// Other users of the computer: shared folders, ports of the loopback address, modes of files.
import type { Area } from "../area.ts";
import { connectGarbage, malformedConnect, openProxy } from "../neighbors/connect-garbage.ts";
import { forgedCache } from "../neighbors/forged-cache.ts";
import { foreignOutput } from "../neighbors/foreign-output.ts";
import { foreignProject } from "../neighbors/foreign-project.ts";
import { plantedClaim } from "../neighbors/planted-claim.ts";
import { openedDatabase, openedKeys, openFiles, plainEtcd, plantedFolder } from "../neighbors/real-control-plane.ts";
import { runningWatch } from "../neighbors/running-watch.ts";

export const neighbors: Area = {
  name: "neighbors",
  attacks: [
    plainEtcd,
    openFiles,
    plantedFolder,
    openedDatabase,
    openedKeys,
    forgedCache,
    foreignProject,
    runningWatch,
    foreignOutput,
    plantedClaim,
    malformedConnect,
    openProxy,
  ],
  fuzzes: [connectGarbage],
};
