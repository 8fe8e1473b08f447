// The expectations of `./testing`: each passes for a handler that keeps the promise, and says what is wrong of one that breaks it.
import { hookCatalog } from "@capstan/api/catalog";
import type { GeneratePatchesRequest } from "@capstan/api/hooks/v1alpha1";
import type { JsonPatchOperation, KubeObject } from "@capstan/kube";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { defineExtension, type Extension } from "../authoring/define-extension.ts";
import { fail, proceed, retryAfter } from "../authoring/results.ts";
import type { PatchBody } from "../authoring/patches.ts";
import {
  expectDeterministic,
  expectIdempotent,
  expectNoRollout,
  expectOrderIndependent,
  expectStableMessages,
} from "./expectations.ts";
import { requestItems, requestVariables } from "./topology-request.ts";

const { BeforeClusterUpgrade, GeneratePatches, ValidateTopology } = hookCatalog;

function machine(name: string, spec: object = { size: 1 }): KubeObject {
  const apiVersion = "infrastructure.cluster.x-k8s.io/v1beta2";
  return Object.assign(
    { apiVersion, kind: "FooMachineTemplate", metadata: { name } },
    { spec: { template: { spec } } },
  );
}

const workers = { kind: "MachineDeployment", fieldPath: "spec.template.spec.infrastructureRef" };
const request = {
  items: requestItems([
    { object: machine("one"), holder: { ...workers, name: "md-1" }, variables: { zone: "a", tier: "b" } },
    { object: machine("two"), holder: { ...workers, name: "md-2" } },
  ]),
  variables: requestVariables({ size: 3, image: "one" }),
};

type Item = GeneratePatchesRequest["items"][number];

/** An extension whose handler patches each template by itself. */
function patching(patchOf: (item: Item, index: number, request: GeneratePatchesRequest) => PatchBody): Extension {
  return defineExtension({
    generatePatches: {
      "patches-v1": (given) =>
        proceed({
          items: given.items.map((item, index) => ({ uid: item.uid, patch: patchOf(item, index, given) })),
        }),
    },
  });
}

const set = (value: unknown): readonly JsonPatchOperation[] => [{ op: "add", path: "/spec/template/spec/size", value }];
const steady = patching(() => set(2));

describe("expectDeterministic", () => {
  test("passes for the same patch each time", async () => {
    await expect(expectDeterministic(steady, GeneratePatches, { request })).resolves.toBeUndefined();
  });

  test("finds a counter and a time", async () => {
    let calls = 0;
    for (const extension of [patching(() => set((calls += 1))), patching(() => set(Date.now()))])
      await expect(expectDeterministic(extension, GeneratePatches, { request })).rejects.toMatchObject({
        name: "AssertionError",
        message: expect.stringMatching(
          /^the handler of GeneratePatches has another answer to the same request, with Date moved to \d{4}-\S+Z and to \d{4}-\S+Z$/,
        ),
      });
  });

  test.each([
    { what: "a date", now: () => new Date().toISOString().slice(0, 10) },
    { what: "a time of whole seconds", now: () => new Date().toISOString().slice(11, 19) },
    { what: "seconds since 1970", now: () => Math.floor(Date.now() / 1000) },
    { what: "a day of the week", now: () => new Date().getDay() },
    { what: "a year", now: () => new Date().getFullYear() },
    { what: "a date as a string", now: () => Date().slice(0, 15) },
    { what: "a quarter", now: () => Math.floor(new Date().getUTCMonth() / 3) },
    { what: "a half of the day", now: () => new Date().getUTCHours() < 12 },
    { what: "a format without a date", now: () => new Intl.DateTimeFormat("en").format() },
  ])("finds $what", async ({ now }) => {
    const extension = defineExtension({
      generatePatches: {
        "patches-v1": async ({ items }) => {
          await Promise.resolve();
          return proceed({ items: items.map(({ uid }) => ({ uid, patch: set(now()) })) });
        },
      },
    });
    await expect(expectDeterministic(extension, GeneratePatches, { request })).rejects.toThrow(
      "the handler of GeneratePatches has another answer to the same request",
    );
  });

  test("shows patches as operations", async () => {
    let calls = 0;
    const extension = patching(() => set((calls += 1)));
    const call = { request: { items: request.items.slice(0, 1) }, handler: "patches-v1" };
    await expect(expectDeterministic(extension, GeneratePatches, call)).rejects.toMatchObject({
      message: expect.stringContaining(
        'handler "patches-v1" of GeneratePatches has another answer to the same request',
      ),
      expected: { items: [{ patch: [{ op: "add", path: "/spec/template/spec/size", value: 1 }] }] },
      actual: { items: [{ patch: [{ op: "add", path: "/spec/template/spec/size", value: 2 }] }] },
    });
  });
});

describe("expectIdempotent", () => {
  test("passes for a field that is set", async () => {
    await expect(expectIdempotent({ extension: steady, request })).resolves.toBeUndefined();
  });

  test("finds a list that grows", async () => {
    const growing = patching(({ object }) => {
      const { size = 0 }: { size?: number } = JSON.parse(JSON.stringify(object)).spec.template.spec;
      return set(size + 1);
    });
    await expect(expectIdempotent({ extension: growing, request })).rejects.toThrow(
      "the handler of GeneratePatches changes templates again that it has patched",
    );
  });

  test("says that the handler fails", async () => {
    const broken = defineExtension({ generatePatches: { "patches-v1": () => fail("no image") } });
    await expect(expectIdempotent({ extension: broken, request })).rejects.toThrow(
      "the handler of GeneratePatches fails: no image",
    );
  });
});

describe("expectOrderIndependent", () => {
  test("passes for patches by what a template is", async () => {
    const extension = patching(({ holderReference }) => set(holderReference.name));
    await expect(expectOrderIndependent({ extension, request })).resolves.toBeUndefined();
  });

  test.each([
    { what: "the place of a template", patch: (_: Item, index: number) => set(index) },
    { what: "the uid of a template", patch: ({ uid }: Item) => set(uid) },
    {
      what: "the first variable",
      patch: (_: Item, __: number, { variables }: GeneratePatchesRequest) => set(variables?.[0]?.name),
    },
    { what: "the first variable of a template", patch: ({ variables }: Item) => set(variables?.[0]?.name ?? "") },
  ])("finds $what", async ({ patch }) => {
    await expect(expectOrderIndependent({ extension: patching(patch), request })).rejects.toThrow(
      "the handler of GeneratePatches patches otherwise when templates or variables have another order",
    );
  });
});

describe("expectStableMessages", () => {
  const cluster = {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: { name: "one", namespace: "default", resourceVersion: "12" },
    spec: {},
  } as const;
  const upgrade = { cluster, fromKubernetesVersion: "v1.35.0", toKubernetesVersion: "v1.36.3" };

  test("passes for the same delay, and for a failure of the checks", async () => {
    const extension = defineExtension({
      beforeClusterUpgrade: () => retryAfter("1m", "the quota is used up"),
      validateTopology: { "checks-v1": ({ items }) => fail(`${items.length} templates are wrong`) },
    });
    await expect(expectStableMessages(extension, BeforeClusterUpgrade, { request: upgrade })).resolves.toBeUndefined();
    await expect(expectStableMessages(extension, ValidateTopology, { request })).resolves.toBeUndefined();
  });

  test("finds a counter, the version of the object and the uid of a template", async () => {
    let calls = 0;
    const counting = defineExtension({ beforeClusterUpgrade: () => retryAfter("1m", `attempt ${(calls += 1)}`) });
    const versioned = defineExtension({
      beforeClusterUpgrade: (given) => fail(`not at ${given.cluster.metadata.resourceVersion}`),
    });
    for (const extension of [counting, versioned])
      await expect(expectStableMessages(extension, BeforeClusterUpgrade, { request: upgrade })).rejects.toThrow(
        "the handler of BeforeClusterUpgrade has another message for the same cause",
      );
    const naming = defineExtension({
      generatePatches: { "patches-v1": ({ items }) => fail(`${items[0]?.uid.slice(0, 6)} is wrong`) },
    });
    await expect(expectStableMessages(naming, GeneratePatches, { request })).rejects.toThrow("another message");
  });

  test("finds a time of whole minutes, and a date stays", async () => {
    const at = (from: number, to: number): Extension =>
      defineExtension({ beforeClusterUpgrade: () => fail(`no quota at ${new Date().toISOString().slice(from, to)}`) });
    const { now } = Date;
    const noon = vi.spyOn(Date, "now").mockImplementation(() => now() - (now() % 86_400_000) + 43_200_000);
    onTestFinished(() => noon.mockRestore());
    await expect(expectStableMessages(at(11, 16), BeforeClusterUpgrade, { request: upgrade })).rejects.toThrow(
      "the handler of BeforeClusterUpgrade has another message for the same cause",
    );
    await expectStableMessages(at(0, 10), BeforeClusterUpgrade, { request: upgrade });
  });

  test("wants a request that fails", async () => {
    await expect(expectStableMessages(steady, GeneratePatches, { request })).rejects.toThrow(
      "the handler of GeneratePatches neither fails nor asks for a delay: give a request for which it does",
    );
  });
});

describe("expectNoRollout", () => {
  const generations = (second: PatchBody): Extension =>
    defineExtension({
      generatePatches: {
        "patches-v1": ({ items }) => proceed({ items: items.map(({ uid }) => ({ uid, patch: set(2) })) }),
        "patches-v2": ({ items }) =>
          proceed({
            items: items.map(({ uid, holderReference: { name } }) => ({
              uid,
              patch: name === "md-2" ? second : set(2),
            })),
          }),
      },
    });
  const compare = (second: PatchBody): Promise<void> => {
    const extension = generations(second);
    return expectNoRollout({ extension, handler: "patches-v1", request }, { extension, handler: "patches-v2" });
  };

  test("passes where only labels of a template differ, and where a patch says the same in other words", async () => {
    const labels = { op: "add", path: "/metadata/labels", value: { a: "b" } } as const;
    await expect(compare([labels, ...set(2)])).resolves.toBeUndefined();
    await expect(compare({ spec: { template: { spec: { size: 2 } } } })).resolves.toBeUndefined();
  });

  test("names each template that replaces machines, its fields and the rule", async () => {
    await expect(compare(set(3))).rejects.toMatchObject({
      message: expect.stringContaining(
        "machines are replaced:\n- FooMachineTemplate of MachineDeployment default/md-2: /spec/template/spec/size (a template with another spec",
      ),
      expected: [{ path: "/spec/template/spec/size", value: 2 }],
      actual: [{ path: "/spec/template/spec/size", value: 3 }],
    });
  });

  test("takes another request for the second call", async () => {
    const sized = patching((_, __, { variables }) => set(variables?.[0]?.value));
    const other = { ...request, variables: requestVariables({ size: 5, image: "one" }) };
    await expectNoRollout({ extension: sized, request }, { extension: sized });
    await expect(expectNoRollout({ extension: sized, request }, { extension: sized, request: other })).rejects.toThrow(
      "machines are replaced",
    );
  });
});
