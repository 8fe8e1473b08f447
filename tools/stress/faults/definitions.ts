// The definition of the kind changes while its objects are watched.
import type { Fault } from "../fault.ts";
import { objects } from "../lab/lab.ts";
import { delay } from "../lab/until.ts";
import { createWidgets, deleteCrd, patchSpecs, widgetCrd } from "../lab/widgets.ts";

/** Their rows. */
export const definitionFaults: readonly Fault[] = [
  {
    name: "crd-recreated",
    does: "the definition is deleted with all objects, and both are created again",
    demands: "",
    deletes: true,
    async happen({ api, lab: { env } }) {
      await deleteCrd(api);
      await delay(2000);
      await env.applyCrds([widgetCrd("v1")]);
      await createWidgets(api, objects);
    },
  },
  {
    name: "storage-version-changed",
    does: "objects are stored in another version, and some are written again",
    demands: "",
    async happen({ api, lab: { env } }) {
      for (const version of ["v2", "v1"] as const) {
        await env.applyCrds([widgetCrd(version)]);
        await delay(2000);
        await patchSpecs(api, { count: 200 }, { value: version === "v2" ? -2 : -1 });
      }
    },
  },
];
