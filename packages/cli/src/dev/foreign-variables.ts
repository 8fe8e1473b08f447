// Variables of Clusters under `capstan dev` that neither their class nor the project declares: core rejects such a Cluster.
import type { ExternalPatchDefinition } from "@capstan/api/core/v1beta2";
import type { TemplatesToPatch } from "@capstan/core-sim";
import { didYouMean, getAt, nearestOf } from "@capstan/kube";

/** Looks at variables for as long as the same processes run. */
export class ForeignVariableCheck {
  readonly #note: (line: string) => void;
  readonly #noted = new Set<string>();

  constructor(note: (line: string) => void) {
    this.#note = note;
  }

  /** Notes what nobody declares, once; nothing while it is not known what the handlers of the class declare. */
  async look(
    { foreign, variables }: TemplatesToPatch,
    declaredBy: (patch: ExternalPatchDefinition, namespace: string) => Promise<ReadonlySet<string> | undefined>,
  ): Promise<void> {
    if (foreign === undefined || foreign.patches.length === 0) return;
    const { patches, namespace } = foreign;
    const known = await Promise.all(patches.map((patch) => declaredBy(patch, namespace))).catch(() => [undefined]);
    if (known.includes(undefined)) return;
    const cluster = getAt(variables, ["builtin", "cluster", "name"]);
    const all = known.flatMap((each) => [...(each ?? [])]);
    for (const name of foreign.names.filter((each) => !all.includes(each))) {
      const near = didYouMean(nearestOf(name, all));
      const line = `the Cluster ${String(cluster)} sets the variable "${name}", which neither its class nor an extension declares${near}; Cluster API rejects such a Cluster`;
      if (!this.#noted.has(line)) this.#note(line);
      this.#noted.add(line);
    }
  }
}
