// What can change in place, as patches of the current objects, and the update of a machine until it is done. `pnpm run oracle extensions` compares the first with Cluster API.
import { hookCatalog } from "@capstan/api/catalog";
import type { Machine } from "@capstan/api/core/v1beta2";
import { describeError, type KubeObject, type Resource, resourceOf } from "@capstan/kube";
import type { LogFields } from "@capstan/process";
import { describe, expect, expectTypeOf, test } from "vitest";
import { defineExtension } from "../authoring/define-extension.ts";
import { callInProcess } from "../testing/index.ts";
import type { InPlacePath } from "./claimed-paths.ts";
import { inPlaceUpdates } from "./in-place-updates.ts";
import type { MachineUpdate, MachineUpdater, MachineUpdateState } from "./update-machine.ts";

interface FooMachine extends KubeObject<"infrastructure.example.dev/v1", "FooMachine"> {}
const FooMachine: Resource<FooMachine> = resourceOf("infrastructure.example.dev/v1", "FooMachine");
const { CanUpdateMachine, CanUpdateMachineSet, UpdateMachine } = hookCatalog;

const metadata = { name: "one", namespace: "default" };
const spec = {
  clusterName: "c",
  bootstrap: { dataSecretName: "s" },
  infrastructureRef: { apiGroup: "infrastructure.example.dev", kind: "FooMachine", name: "one" },
  version: "v1.36.0",
};
const machine: Machine = { apiVersion: "cluster.x-k8s.io/v1beta2", kind: "Machine", metadata, spec };
const foo = (fields: object, apiVersion: string = FooMachine.apiVersion) => ({
  apiVersion,
  kind: "FooMachine",
  metadata,
  spec: JSON.parse(JSON.stringify(fields)),
});
const updated: MachineUpdater = { read: () => ({ state: "updated" }), start: () => undefined };

const extensionFor = (paths: readonly InPlacePath[], ofMachine: readonly InPlacePath[] = []) =>
  defineExtension(inPlaceUpdates({ machine: ofMachine, kinds: [{ kind: FooMachine, paths }], update: updated }));

const operationsOf = (patch: { patch: string } | undefined): unknown =>
  patch === undefined ? undefined : JSON.parse(Buffer.from(patch.patch, "base64").toString());

function recordingLog() {
  const lines: [string, LogFields | undefined][] = [];
  const log = {
    debug: () => undefined,
    info: (message: string, fields?: LogFields) => void lines.push([message, fields]),
    warn: () => undefined,
    error: () => undefined,
    child: () => log,
  };
  return { log, lines };
}

/** The patch of an infrastructure machine, and which changes are left. */
async function patchOf(paths: readonly InPlacePath[], [from, to]: readonly [object, object]) {
  const { log, lines } = recordingLog();
  const request = {
    current: { machine, infrastructureMachine: foo(from) },
    desired: { machine, infrastructureMachine: foo(to) },
  };
  const { infrastructureMachinePatch } = await callInProcess(extensionFor(paths), CanUpdateMachine, { request, log });
  const left = lines.find(([message]) => message.startsWith("Cannot"));
  return [operationsOf(infrastructureMachinePatch), left?.[1]?.["paths"]];
}

describe("a patch", () => {
  test.each<
    readonly [name: string, paths: readonly InPlacePath[], change: readonly [object, object], want: readonly unknown[]]
  >([
    ["of a field", ["/a"], [{ a: 1 }, { a: 2 }], [[{ op: "replace", path: "/spec/a", value: 2 }], undefined]],
    [
      "is left out for other fields",
      ["/a"],
      [
        { a: 1, b: 1 },
        { a: 1, b: 2 },
      ],
      [undefined, ["infrastructure/b"]],
    ],
    [
      "has declared fields only",
      ["/a"],
      [
        { a: 1, b: 1 },
        { a: 2, c: 1 },
      ],
      [[{ op: "replace", path: "/spec/a", value: 2 }], ["infrastructure/b", "infrastructure/c"]],
    ],
    ["adds", ["/a/b"], [{}, { a: { b: 1 } }], [[{ op: "add", path: "/spec/a", value: { b: 1 } }], undefined]],
    [
      "adds a part",
      ["/a/b"],
      [{}, { a: { b: 1, c: 1 } }],
      [[{ op: "add", path: "/spec/a", value: { b: 1 } }], ["infrastructure/a/c"]],
    ],
    ["removes with the parent", ["/a/b"], [{ a: { b: 1 } }, {}], [[{ op: "remove", path: "/spec/a" }], undefined]],
    [
      "removes a part",
      ["/a/b"],
      [{ a: { b: 1, c: 1 } }, {}],
      [[{ op: "remove", path: "/spec/a/b" }], ["infrastructure/a"]],
    ],
    [
      "removes and keeps an empty parent",
      ["/a/b"],
      [{ a: { b: 1 } }, { a: {} }],
      [[{ op: "remove", path: "/spec/a/b" }], undefined],
    ],
    ["keeps an empty object", ["/a/b"], [{ a: {} }, {}], [undefined, ["infrastructure/a"]]],
    ["adds no empty object", ["/a/b"], [{}, { a: {} }], [undefined, ["infrastructure/a"]]],
    [
      "of any name",
      ["/disks/*/size"],
      [
        { disks: { a: { size: 1, kind: "x" }, b: { size: 1 } } },
        { disks: { a: { size: 2, kind: "x" }, b: { size: 3 } } },
      ],
      [
        [
          { op: "replace", path: "/spec/disks/a/size", value: 2 },
          { op: "replace", path: "/spec/disks/b/size", value: 3 },
        ],
        undefined,
      ],
    ],
    [
      "of items of lists, and not of new items",
      ["/list/*/size"],
      [{ list: [{ size: 1 }] }, { list: [{ size: 2 }, { size: 3 }] }],
      [[{ op: "replace", path: "/spec/list/0/size", value: 2 }], ["infrastructure/list/-"]],
    ],
    [
      "of one item",
      ["/list/1"],
      [{ list: [1, 1] }, { list: [2, 2] }],
      [[{ op: "replace", path: "/spec/list/1", value: 2 }], ["infrastructure/list/0"]],
    ],
    [
      "of a name with a slash",
      ["/a~1b"],
      [{ "a/b": 1 }, { "a/b": 2 }],
      [[{ op: "replace", path: "/spec/a~1b", value: 2 }], undefined],
    ],
    [
      "of all",
      [""],
      [{ a: 1 }, { b: 1 }],
      [
        [
          { op: "remove", path: "/spec/a" },
          { op: "add", path: "/spec/b", value: 1 },
        ],
        undefined,
      ],
    ],
    ["of no other kind of value", ["/a/b"], [{ a: 1 }, { a: { b: 1 } }], [undefined, ["infrastructure/a"]]],
  ])("%s", async (_, paths, change, want) => expect(await patchOf(paths, change)).toEqual(want));

  test("of changes that a function accepts", async () => {
    const grows: InPlacePath = { path: "/size", when: (current, desired) => Number(desired) > Number(current) };
    expect(await patchOf([grows], [{ size: 1 }, { size: 2 }])).toEqual([
      [{ op: "replace", path: "/spec/size", value: 2 }],
      undefined,
    ]);
    expect(await patchOf([grows], [{ size: 2 }, { size: 1 }])).toEqual([undefined, ["infrastructure/size"]]);
  });

  test("of a Machine, without the fields that Cluster API does not compare", async () => {
    const { log, lines } = recordingLog();
    const desired = {
      ...machine,
      spec: { ...spec, version: "v1.36.1", minReadySeconds: 5, deletion: { nodeDrainTimeoutSeconds: 1 } },
    };
    const request = {
      current: { machine, infrastructureMachine: foo({}) },
      desired: { machine: desired, infrastructureMachine: foo({ a: 1 }, "infrastructure.example.dev/v2") },
    };
    const answer = await callInProcess(extensionFor(["/a"], ["/version"]), CanUpdateMachine, { request, log });
    expect(operationsOf(answer.machinePatch)).toEqual([{ op: "replace", path: "/spec/version", value: "v1.36.1" }]);
    // A version that no path was declared for.
    expect(answer.infrastructureMachinePatch).toBeUndefined();
    expect(lines[0]).toEqual([
      "Cannot be updated in place: not all changes are declared",
      { paths: ["machine/deletion", "infrastructure/a"] },
    ]);
  });

  test("of a MachineSet and its templates", async () => {
    const set = (version: string, image: string) => ({
      machineSet: {
        apiVersion: "cluster.x-k8s.io/v1beta2" as const,
        kind: "MachineSet" as const,
        metadata,
        spec: { clusterName: "c", selector: {}, template: { spec: { ...spec, version } } },
      },
      infrastructureMachineTemplate: {
        ...foo({ template: { spec: { image } } }),
        kind: "FooMachineTemplate",
      },
    });
    const request = { current: set("v1.36.0", "a"), desired: set("v1.36.1", "b") };
    const answer = await callInProcess(extensionFor(["/image"], ["/version"]), CanUpdateMachineSet, { request });
    expect(operationsOf(answer.machineSetPatch)).toEqual([
      { op: "replace", path: "/spec/template/spec/version", value: "v1.36.1" },
    ]);
    expect(operationsOf(answer.infrastructureMachineTemplatePatch)).toEqual([
      { op: "replace", path: "/spec/template/spec/image", value: "b" },
    ]);
    expect(answer.bootstrapConfigTemplatePatch).toBeUndefined();
  });
});

const messageOf = (define: () => unknown): string => {
  try {
    define();
  } catch (error) {
    return describeError(error).split("\n")[0] ?? "";
  }
  return "";
};

test.each([
  [
    "a path without a slash",
    { kinds: [{ kind: FooMachine, paths: ["image"] }] },
    '"image" is not a path of FooMachine that can change in place',
  ],
  [
    "a field that is not compared",
    { machine: ["/bootstrap/dataSecretName"] },
    '"/bootstrap/dataSecretName" is not a path of Machine that can change in place',
  ],
  [
    "the kind of a template",
    { kinds: [{ kind: resourceOf("infrastructure.example.dev/v1", "FooMachineTemplate"), paths: ["/image"] }] },
    "the kind FooMachineTemplate is that of a template, and machines are updated in place",
  ],
  [
    "a kind twice",
    {
      kinds: [
        { kind: FooMachine, paths: [] },
        { kind: FooMachine, paths: [] },
      ],
    },
    "the kind FooMachine of infrastructure.example.dev/v1 is declared twice for updates in place",
  ],
])("%s is rejected", (_, given, want) => {
  expect(messageOf(() => inPlaceUpdates({ ...given, update: updated }))).toBe(want);
});

describe("an update", () => {
  const call = (updater: MachineUpdater, fields: object = {}, name = "one") => {
    const extension = defineExtension(inPlaceUpdates({ update: updater }));
    const named = { ...machine, metadata: { ...metadata, name } };
    return () =>
      callInProcess(extension, UpdateMachine, {
        request: { desired: { machine: named, infrastructureMachine: foo(fields) } },
      });
  };

  test("starts, goes on and ends by what the machine says, whichever replica is called", async () => {
    let state: MachineUpdateState = { state: "outdated" };
    const started: string[] = [];
    const updater: MachineUpdater = {
      read: () => state,
      start: async ({ machine: { metadata } }) => {
        started.push(metadata.name ?? "");
        state = { state: "updating", message: "half of it is done", after: "3s" };
      },
    };
    const [first, second] = [call(updater), call(updater)];
    expect(await first()).toMatchObject({
      status: "Success",
      retryAfterSeconds: 10,
      message: "the update has been started",
    });
    expect(await second()).toMatchObject({ status: "Success", retryAfterSeconds: 3, message: "half of it is done" });
    state = { state: "updating" };
    expect(await first()).toMatchObject({ retryAfterSeconds: 10, message: "the machine is being updated" });
    state = { state: "failed", message: "the disk is broken" };
    expect(await second()).toMatchObject({ status: "Failure", message: "the disk is broken" });
    state = { state: "updated" };
    expect(await first()).toMatchObject({ status: "Success", retryAfterSeconds: 0 });
    expect(started).toEqual(["one"]);
  });

  test("is started once at a time for a machine, and again when that failed", async () => {
    const { promise, reject } = Promise.withResolvers<void>();
    let starts = 0;
    const updater: MachineUpdater = {
      read: () => ({ state: "outdated" }),
      start: () => ((starts += 1), starts === 1 ? promise : undefined),
      after: "2s",
    };
    const start = call(updater);
    const first = start();
    await Promise.resolve();
    expect(await start()).toMatchObject({ retryAfterSeconds: 2, message: "the update is being started" });
    reject(new RangeError("no"));
    expect(await first).toMatchObject({ status: "Failure" });
    expect(await start()).toMatchObject({ retryAfterSeconds: 2, message: "the update has been started" });
    expect(starts).toBe(2);
  });

  test("has a digest of what is desired", async () => {
    const seen: MachineUpdate[] = [];
    const updater: MachineUpdater = {
      read: (update) => (seen.push(update), { state: "updated" }),
      start: () => undefined,
    };
    await call(updater, { a: 1, b: { c: 1, d: 2 } })();
    await call(updater, { b: { d: 2, c: 1 }, a: 1 }, "two")();
    await call(updater, { a: 2 })();
    const [one, two, other] = seen.map(({ digest }) => digest);
    expect(one).toMatch(/^[0-9a-f]{16}$/);
    expect(two).toBe(one);
    expect(other).not.toBe(one);
  });
});

test("which changes count can depend on the settings of the call", async () => {
  const settings = { shrink: { default: "no" } } as const;
  const seen: string[] = [];
  const extension = defineExtension(
    inPlaceUpdates({
      settings,
      kinds: [
        {
          kind: FooMachine,
          paths: [
            {
              path: "/a",
              when: (current, desired, { settings: { shrink }, handler, signal }) => {
                expectTypeOf(shrink).toEqualTypeOf<string>();
                seen.push(`${handler} ${signal.aborted}`);
                return shrink === "yes" || Number(desired) > Number(current);
              },
            },
          ],
        },
      ],
      update: updated,
    }),
    { settings },
  );
  const patch = async (shrink: string): Promise<unknown> => {
    const request = {
      current: { machine, infrastructureMachine: foo({ a: 2 }) },
      desired: { machine, infrastructureMachine: foo({ a: 1 }) },
      settings: { shrink },
    };
    const { infrastructureMachinePatch } = await callInProcess(extension, CanUpdateMachine, { request });
    return operationsOf(infrastructureMachinePatch);
  };
  expect(await patch("no")).toBeUndefined();
  expect(await patch("yes")).toEqual([{ op: "replace", path: "/spec/a", value: 1 }]);
  expect(seen).toEqual(["can-update-machine false", "can-update-machine false"]);
});
