// Several patches of one class whose handlers are slow: each is called once until all are applied.
import { setTimeout as sleep } from "node:timers/promises";
import { defineExtension, proceed } from "@capstan/extension-kit";
import { startExtension } from "@capstan/extension-kit/testing";
import { isCapstanError, type KubeObject } from "@capstan/kube";
import { expect, onTestFinished, test } from "vitest";
import { emptyDescription } from "../../test/gate-project.ts";
import { DevHooks } from "./dev-hooks.ts";

const template: KubeObject = { apiVersion: "a.b/v1", kind: "FooTemplate", metadata: { name: "one" } };
const holder = { apiVersion: "a.b/v1", kind: "Foo", namespace: "default", name: "one", fieldPath: "spec.ref" };

/** The handlers that a class names, one for each patch. */
class SlowPatches {
  calls = 0;
  readonly #hooks: DevHooks;

  private constructor(hooks: DevHooks) {
    this.#hooks = hooks;
  }

  static async start(): Promise<SlowPatches> {
    const labelled = (name: string) => ({
      [name]: async ({ items }: { readonly items: readonly { readonly uid: string }[] }) => {
        patches.calls += 1;
        await sleep(20);
        return proceed({ items: items.map(({ uid }) => ({ uid, patch: { spec: { [name]: patches.calls } } })) });
      },
    });
    const generatePatches = { ...labelled("a"), ...labelled("b"), ...labelled("c") };
    const served = await startExtension(defineExtension({ generatePatches }, { name: "slow" }));
    const { url, caBundle } = served;
    const hooks = new DevHooks({ patienceMs: 1, addresses: [{ url, caBundle }], note: () => undefined });
    onTestFinished(async () => {
      await hooks.close();
      await served.stop();
    });
    const hook = { apiVersion: "hooks.runtime.cluster.x-k8s.io/v1alpha1", hook: "GeneratePatches", name: "a" };
    hooks.describe([{ ...emptyDescription, type: "runtime-extension", name: "slow", hooks: [hook] }]);
    await hooks.process(0, true);
    const patches = new SlowPatches(hooks);
    return patches;
  }

  /** Applies all, as the simulated core does in each of its steps until none is without an answer. */
  async apply(handlers: readonly string[]): Promise<KubeObject | undefined> {
    for (let step = 0; step < 300; step++) {
      const patched = await this.#step(handlers).catch((error: unknown) => {
        if (!isCapstanError(error, "client/timeout")) throw error;
      });
      if (patched !== undefined) return patched;
      await sleep(5);
    }
    return undefined;
  }

  async #step(handlers: readonly string[]): Promise<KubeObject> {
    let object = template;
    for (const [index, handler] of handlers.entries()) {
      const request = { templates: [{ object, holder, variables: {} }], variables: {} };
      const of = { cluster: "one", name: `patch ${index}` };
      const [patched] = await this.#hooks.patch({ generatePatchesExtension: `${handler}.slow` }, request, of);
      object = patched ?? object;
    }
    this.#hooks.endPatches("one");
    return object;
  }
}

test("each handler is called once until all patches are applied, and again for the next ones", async () => {
  const patches = await SlowPatches.start();
  expect(await patches.apply(["a", "b", "c"])).toEqual({ ...template, spec: { a: 1, b: 2, c: 3 } });
  expect(patches.calls).toBe(3);
  await patches.apply(["a", "b", "c"]);
  expect(patches.calls).toBe(6);
});

test("a handler that two patches name is called for each", async () => {
  const patches = await SlowPatches.start();
  expect(await patches.apply(["a", "a"])).toEqual({ ...template, spec: { a: 2 } });
  expect(patches.calls).toBe(2);
});
