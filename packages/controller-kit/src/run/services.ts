// The services of a provider: given, or created when this process leads.
import { errorOf } from "@capstan/kube";
import type { Manager } from "@capstan/operator";
import type { Provider } from "../authoring/provider.ts";
import { kitErrors } from "../kit-errors.ts";

/** Services that only the leader has. */
export class LeaderServices<S> {
  readonly create: (signal: AbortSignal) => Promise<S>;

  constructor(create: (signal: AbortSignal) => Promise<S>) {
    this.create = create;
  }
}

/**
 * Gives the services that are there when it is called. Those of the leader are created before its controllers start. Throws `run/leader-services` for a provider that needs services in every process:
 * for webhooks, and for runnables that do not wait for leadership.
 */
export function servicesOf<S>(
  provider: Provider<S>,
  manager: Pick<Manager, "onLeading">,
  services: S | LeaderServices<S>,
): () => S {
  if (!(services instanceof LeaderServices)) return () => services;
  const [webhook] = provider.webhooks;
  const runnable = provider.runnables.find(({ needsLeader }) => needsLeader === false);
  const who = webhook === undefined ? runnable && `the runnable ${runnable.name}` : `the webhook ${webhook.name}`;
  if (who !== undefined) throw errorOf(kitErrors, "run/leader-services", { values: { who } });
  let created: { readonly services: S } | undefined;
  manager.onLeading(async (signal) => {
    created = { services: await services.create(signal) };
  });
  return () => {
    if (created === undefined)
      throw errorOf(kitErrors, "run/leader-services", { values: { who: "a process that does not lead" } });
    return created.services;
  };
}
