// Variables of Clusters under `capstan dev` that neither their class nor the project declares: core rejects such a Cluster, and the simulated one does not call DiscoverVariables.
import { hookCatalog } from "@capstan/api/catalog";
import type { TemplatesToPatch } from "@capstan/core-sim";
import type { ExtensionCaller } from "@capstan/extension-kit/caller";
import { didYouMean, getAt, nearestOf } from "@capstan/kube";
import { declaredIn } from "../call/declared-variables.ts";

/** How the handlers of the processes that run are called. */
export interface CalledHandlers {
  readonly caller: Pick<ExtensionCaller, "callExtension">;
  /** The name by which a handler is registered. Throws when the project does not have it. */
  readonly registered: (name: string) => string;
}

/** Looks at variables for as long as the same processes run. */
export class ForeignVariableCheck {
  readonly #note: (line: string) => void;
  readonly #declared = new Map<string, Promise<readonly string[]>>();
  readonly #noted = new Set<string>();

  constructor(note: (line: string) => void) {
    this.#note = note;
  }

  /** Notes what nobody declares, once; nothing while it is not known what the handlers of the class declare. */
  async look({ foreign, variables }: TemplatesToPatch, called: CalledHandlers): Promise<void> {
    if (foreign === undefined || foreign.handlers.length === 0) return;
    const known = await Promise.all(foreign.handlers.map((name) => this.#declaredBy(name, called))).catch(
      () => undefined,
    );
    if (known === undefined) return;
    const cluster = getAt(variables, ["builtin", "cluster", "name"]);
    const all = known.flat();
    for (const name of foreign.names.filter((each) => !all.includes(each))) {
      const near = didYouMean(nearestOf(name, all));
      const line = `the Cluster ${String(cluster)} sets the variable "${name}", which neither its class nor an extension declares${near}; Cluster API rejects such a Cluster`;
      if (!this.#noted.has(line)) this.#note(line);
      this.#noted.add(line);
    }
  }

  /** One call for each handler; one that fails is made again. */
  #declaredBy(named: string, called: CalledHandlers): Promise<readonly string[]> {
    const known = this.#declared.get(named) ?? discovered(named, called);
    this.#declared.set(named, known);
    known.catch(() => this.#declared.delete(named));
    return known;
  }
}

async function discovered(named: string, { caller, registered }: CalledHandlers): Promise<readonly string[]> {
  const name = registered(named);
  const answer = await caller.callExtension(hookCatalog.DiscoverVariables, { name, object: { metadata: {} } }, {});
  return [...declaredIn({ variables: answer.variables }).keys()];
}
