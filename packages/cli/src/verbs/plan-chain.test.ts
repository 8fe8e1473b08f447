// `capstan plan` of several calls for one Cluster: which templates a handler is sent.
import { afterEach, beforeEach, expect, test } from "vitest";
import { emptyTemplate, extensionSource, tapeHeader } from "../../test/sized-extension.ts";
import { type Printed, TemporaryProject } from "../../test/temporary-project.ts";

let at: TemporaryProject;
beforeEach(() => {
  at = new TemporaryProject();
});
afterEach(() => at[Symbol.dispose]());

const plan = (): Promise<Printed> =>
  at.capstan(["plan", "--switch", "patches-v1=patches-v2", "--against", "calls.tape"]);

/** A call for Cluster one whose recorded answer changes nothing. */
function callOf({ n, settings }: { readonly n: number; readonly settings?: object }): string {
  const holderReference = {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachineDeployment",
    namespace: "default",
    name: "one-md",
    fieldPath: "spec.template.spec.infrastructureRef",
  };
  const object = emptyTemplate("infrastructure.cluster.x-k8s.io/v1beta2", "FooMachineTemplate");
  const variables = [{ name: "n", value: n }];
  const request = { ...(settings && { settings }), variables, items: [{ uid: `${n}`, holderReference, object }] };
  return JSON.stringify({
    hook: "GeneratePatches",
    apiVersion: "hooks.runtime.cluster.x-k8s.io/v1alpha1",
    handler: "patches-v1",
    at: "",
    cluster: { namespace: "default", name: "one", uid: "uid-one" },
    request,
    response: { status: "Success", items: [] },
  });
}

/** Leaves alone what has its label already, and sets a size where n is more than 1. */
const labelled = `
    "patches-v2": ({ items, variables = [] }) => {
      const n = variables.find(({ name }) => name === "n")?.value;
      return proceed({ items: items.filter(({ object }) => object.metadata.labels?.sized === undefined).map(({ uid }) => ({
        uid,
        patch: { metadata: { labels: { sized: "yes" } }, ...(n > 1 && { spec: { template: { spec: { size: n } } } }) },
      })) });
    },`;

test("a handler is not sent what it has made of a template for an earlier reconcile", async () => {
  const tape = [tapeHeader, callOf({ n: 1 }), callOf({ n: 2 }), ""].join("\n");
  at.extension("size", { "src/extension.ts": extensionSource({ more: labelled }), "calls.tape": tape });
  const { code, text } = await plan();
  expect(text).toContain("/spec/template/spec/size: not set -> 2");
  expect(code).toBe(1);
});

test("a handler with other settings may be another patch of the class, or the same one: nothing is known of it", async () => {
  const calls = [callOf({ n: 1 }), callOf({ n: 2, settings: { of: "second" } })];
  const tape = [tapeHeader, ...calls, ...calls, ""].join("\n");
  at.extension("size", { "src/extension.ts": extensionSource({ more: labelled }), "calls.tape": tape });
  const { code, text } = await plan();
  expect([code, text]).toEqual([1, expect.stringContaining("error plan/order-unknown: ")]);
});
