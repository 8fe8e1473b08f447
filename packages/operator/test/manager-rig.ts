// A manager on a fake API server with a fake clock, for the manager tests.
import { describeError, type KubeObject, type Resource, resourceOf } from "@capstan/kube";
import { silentLogger } from "@capstan/process";
import type { ReconcileContext } from "../src/controller/controller-options.ts";
import { createManager } from "../src/manager/manager.ts";
import type { Manager, ManagerOptions } from "../src/manager/manager-options.ts";
import { FakeApi } from "./fake-api.ts";
import { FakeClock } from "./fake-clock.ts";

/** The kind that is reconciled. */
export const Foo: Resource<KubeObject<"example.com/v1", "Foo">> = resourceOf("example.com/v1", "Foo");
/** Another kind. */
export const Bar: Resource<KubeObject<"example.com/v1", "Bar">> = resourceOf("example.com/v1", "Bar");
/** A Foo in namespace ns. */
export const foo = (name: string): KubeObject<"example.com/v1", "Foo"> => ({
  apiVersion: "example.com/v1",
  kind: "Foo",
  metadata: { namespace: "ns", name, generation: 1 },
});

/** A manager on a scripted API. */
export interface Rig {
  readonly api: FakeApi;
  readonly clock: FakeClock;
  readonly manager: Manager;
  readonly stop: AbortController;
  /** What happened, in order. */
  readonly log: string[];
  /** Starts the manager; how it ended, once it has. */
  readonly run: () => { readonly ended: Promise<string>; readonly isOver: () => boolean };
}

/** Creates one. */
export function make(options: Partial<ManagerOptions> = {}): Rig {
  const api = new FakeApi();
  const clock = new FakeClock();
  const log: string[] = [];
  const logger = { ...silentLogger, info: (message: string) => void log.push(message), child: () => logger };
  const manager = createManager({ client: api.client, clock, log: logger, ...options });
  const stop = new AbortController();
  const run: Rig["run"] = () => {
    let over = false;
    const ended = manager
      .run(stop.signal)
      .then(() => "stopped", describeError)
      .finally(() => (over = true));
    return { ended, isOver: () => over };
  };
  return { api, clock, manager, stop, log, run };
}

/** Adds a controller of Foos, whose reconciles are noted. */
export function addFoo(
  { manager, log }: Rig,
  reconcile: (context: ReconcileContext) => Promise<void> = async () => undefined,
): void {
  manager.addController({
    name: "foo",
    for: Foo,
    reconcile: async (key, context) => {
      log.push(`run ${key.name}`);
      await reconcile(context);
    },
  });
}
