// Extensions as one, and handlers out of steps.
import { setTimeout as sleep } from "node:timers/promises";
import { hookCatalog } from "@capstan/api/catalog";
import { describeError, type KubeObject, type Resource, resourceOf } from "@capstan/kube";
import type { LogFields, Logger } from "@capstan/process";
import { describe, expect, test } from "vitest";
import { defineExtension, type Extension } from "../authoring/define-extension.ts";
import { handle } from "../authoring/handlers.ts";
import { fail, proceed, retryAfter } from "../authoring/results.ts";
import { hookRoutes } from "../serving/hook-routes.ts";
import { backupCatalog } from "../testing/backup-hooks.ts";
import { callInProcess, patchedTemplates, requestItems } from "../testing/index.ts";
import { checkTemplates } from "../topology/check-templates.ts";
import { defineVariables } from "../topology/define-variables.ts";
import { patchTemplates } from "../topology/patch-templates.ts";
import { composeExtensions } from "./compose-extensions.ts";
import { parallel, sequence } from "./life-cycle.ts";
import { type PatchStep, pipeline } from "./pipeline.ts";

const { BeforeClusterDelete, GeneratePatches, ValidateTopology } = hookCatalog;
const cluster = {
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "Cluster",
  metadata: { name: "c", namespace: "n" },
  spec: {},
} as const;

function problemOf(define: () => unknown): string {
  try {
    define();
  } catch (error) {
    return describeError(error).split("\n")[0] ?? "";
  }
  return "";
}

/** A log that keeps what it is given, with the fields of its children. */
function recordingLog() {
  const lines: LogFields[] = [];
  const logOf = (own: LogFields): Logger => {
    const add =
      (level: string) =>
      (msg: string, fields: LogFields = {}): void =>
        void lines.push({ level, msg, ...own, ...fields });
    return {
      debug: add("debug"),
      info: add("info"),
      warn: add("warn"),
      error: add("error"),
      child: (fields) => logOf({ ...own, ...fields }),
    };
  };
  return { log: logOf({}), lines };
}

describe("composed extensions", () => {
  const handlers = (name: string) => ({ beforeClusterDelete: { name, handle: () => proceed() } });
  const rule = { apiGroups: [""], resources: ["secrets"], verbs: ["get"] } as const;
  const one = defineExtension(handlers("b-one"), {
    name: "one",
    clusterApi: ">=1.12",
    settings: { region: { default: "eu", description: "where" } },
    rules: [rule],
  });
  const two = defineExtension(handlers("a-two"), {
    name: "two",
    clusterApi: ">=1.13",
    settings: { region: { default: "eu" }, size: {} },
    rules: [{ ...rule }, { ...rule, verbs: ["list"] }],
  });

  test("have the handlers, settings and rights of all, and serve what all serve", () => {
    const composed = composeExtensions(one, two);
    expect({ ...composed, handlers: composed.handlers.map(({ name }) => name) }).toEqual({
      name: "one-two",
      clusterApi: ">=1.13",
      oldest: { major: 1, minor: 13 },
      handlers: ["a-two", "b-one"],
      settings: { region: { default: "eu", description: "where" }, size: {} },
      rules: [rule, { ...rule, verbs: ["list"] }],
      crds: [],
    });
    expect(composeExtensions(two, one).clusterApi).toBe(">=1.13");
  });

  test("answer each version of an own hook by the handler that is written for it", () => {
    const { BeforeBackup, BeforeBackupV1 } = backupCatalog;
    const [older, newer] = [
      defineExtension({ custom: [handle(BeforeBackupV1, () => proceed({ doneIn: "" }))] }),
      defineExtension({ custom: [handle(BeforeBackup, () => proceed({}))] }),
    ];
    for (const composed of [composeExtensions(older, newer), composeExtensions(newer, older)]) {
      const paths = hookRoutes(composed, { log: recordingLog().log, client: () => Promise.reject(new Error()) }).map(
        ({ path }) => path,
      );
      expect(new Set(paths).size).toBe(paths.length);
      expect(paths).toHaveLength(3);
    }
  });

  test("keep a setting secret that one of them declares so", () => {
    const withKey = (secret: boolean): Extension =>
      defineExtension({}, { name: `secret-${secret}`, settings: { key: { default: "", secret } } });
    const [open, closed] = [withKey(false), withKey(true)];
    for (const composed of [composeExtensions(open, closed), composeExtensions(closed, open)])
      expect(composed.settings).toEqual({ key: { default: "", secret: true } });
  });

  const withSetting = (name: string, declaration: { default?: string }): Extension =>
    defineExtension({}, { name, settings: { region: declaration } });
  const inPlace = (name: string): Extension => defineExtension({ updateMachine: { name, handle: () => proceed() } });
  test.each<readonly [string, () => unknown, string]>([
    [
      "the same names",
      () => composeExtensions(one, one),
      'two handlers are named "b-one": one of BeforeClusterDelete, one of BeforeClusterDelete',
    ],
    [
      "hooks with one handler",
      () => composeExtensions(inPlace("a"), inPlace("b")),
      "the hook UpdateMachine of hooks.runtime.cluster.x-k8s.io/v1alpha1 has two handlers",
    ],
    [
      "other defaults",
      () => composeExtensions(withSetting("x", { default: "eu" }), withSetting("y", { default: "us" })),
      'the setting "region" is declared in two ways: by x and by y',
    ],
    [
      "a default on one side",
      () => composeExtensions(withSetting("x", {}), withSetting("y", { default: "us" })),
      'the setting "region" is declared in two ways: by x and by y',
    ],
  ])("cannot have %s", (_, define, want) => expect(problemOf(define)).toBe(want));
});

interface FooTemplate extends KubeObject<"example.dev/v1", "FooTemplate"> {
  spec: { tags: string[]; image?: string };
}
const FooTemplate: Resource<FooTemplate> = resourceOf("example.dev/v1", "FooTemplate");
const none = defineVariables({});
const foo = (tags: string[], image?: string): FooTemplate => ({
  apiVersion: "example.dev/v1",
  kind: "FooTemplate",
  metadata: { name: "foo" },
  spec: { tags, ...(image !== undefined && { image }) },
});

describe("a pipeline", () => {
  const tag = (name: string): PatchStep => ({
    name,
    ...patchTemplates(none).on(FooTemplate, ({ spec }) => void spec.tags.push(`${name} after ${spec.tags.length}`)),
  });
  const run = async (steps: readonly PatchStep[], objects: readonly KubeObject[] = [foo([])]) => {
    const { log, lines } = recordingLog();
    const extension = defineExtension({ generatePatches: { all: pipeline(steps) } });
    const items = requestItems(objects.map((object) => ({ object })));
    const response = await callInProcess(extension, GeneratePatches, { request: { items }, log });
    const patches = response.items?.map(({ patch }): unknown => JSON.parse(Buffer.from(patch, "base64").toString()));
    return { response, patches, lines, templates: response.items && patchedTemplates(items, response) };
  };

  test("shows each step what the one before left, and makes one patch", async () => {
    const byHand: PatchStep = {
      name: "by-hand",
      handle: ({ items }) => proceed({ items: items.map(({ uid }) => ({ uid, patch: { spec: { image: "x" } } })) }),
    };
    const { patches, templates, lines } = await run([tag("one"), byHand, tag("two")], [foo([]), foo(["own"])]);
    expect(templates).toEqual([
      foo(["one after 0", "two after 1"], "x"),
      foo(["own", "one after 1", "two after 2"], "x"),
    ]);
    expect(patches?.[0]).toEqual([
      { op: "add", path: "/spec/image", value: "x" },
      { op: "add", path: "/spec/tags/-", value: "one after 0" },
      { op: "add", path: "/spec/tags/-", value: "two after 1" },
    ]);
    expect(lines.filter(({ msg }) => msg === "Step done")).toEqual(
      ["one", "by-hand", "two"].map((step) =>
        expect.objectContaining({ level: "debug", step, handler: "all", result: "proceed", ms: expect.any(Number) }),
      ),
    );
  });

  test("has no patch for what a step takes back", async () => {
    const back: PatchStep = {
      name: "back",
      ...patchTemplates(none).on(FooTemplate, ({ spec }) => void (spec.tags = [])),
    };
    expect((await run([tag("one"), back])).response).toMatchObject({ status: "Success", items: [] });
  });

  test.each<readonly [string, PatchStep, string]>([
    ["fails", { name: "gpu", handle: () => fail("there is no GPU") }, "gpu: there is no GPU"],
    [
      "throws",
      { name: "gpu", handle: () => Promise.reject(new TypeError("secret")) },
      "step gpu failed with TypeError; the log of the extension has the reason",
    ],
    [
      "patches what is not there",
      { name: "gpu", handle: () => proceed({ items: [{ uid: "no", patch: {} }] }) },
      "a patch of step gpu is wrong: it names a template that the request does not have",
    ],
    [
      "makes a patch that does not apply",
      { name: "gpu", handle: () => proceed({ items: [{ uid: "item-0", patch: [{ op: "remove", path: "/no" }] }] }) },
      "a patch of step gpu is wrong: it does not apply to the template",
    ],
    [
      "leaves no object",
      {
        name: "gpu",
        handle: () => proceed({ items: [{ uid: "item-0", patch: [{ op: "replace", path: "", value: 1 }] }] }),
      },
      "a patch of step gpu is wrong: it leaves no object",
    ],
  ])("ends at a step that %s", async (_, step, message) => {
    const { response } = await run([tag("one"), step, { name: "never", handle: () => fail("it ran") }]);
    expect(response).toMatchObject({ status: "Failure", message });
  });

  test("logs the error of a step with its name", async () => {
    const { lines } = await run([{ name: "gpu", handle: () => Promise.reject(new TypeError("secret")) }]);
    expect(lines.find(({ msg }) => msg === "Step failed")).toMatchObject({
      level: "error",
      step: "gpu",
      ms: expect.any(Number),
    });
    expect(JSON.stringify(lines)).toContain("secret");
  });

  test.each([[[""]], [["A"]], [["a", "a"]], [["-a"]]])("needs other names than %j", (names) => {
    expect(problemOf(() => pipeline(names.map((name) => tag(name))))).toBe(
      `"${names.at(-1)}" cannot be the name of a step`,
    );
  });
});

describe("steps of a life-cycle hook", () => {
  const order: string[] = [];
  const step = (name: string, result: () => ReturnType<typeof proceed | typeof retryAfter | typeof fail>, ms = 0) => ({
    name,
    handle: async () => {
      order.push(`${name} begins`);
      await sleep(ms);
      order.push(`${name} ends`);
      return result();
    },
  });
  const call = async (combined: ReturnType<typeof parallel<object>>) => {
    order.length = 0;
    const extension = defineExtension({ beforeClusterDelete: combined });
    const { status, message, retryAfterSeconds } = await callInProcess(extension, BeforeClusterDelete, {
      request: { cluster },
    });
    return [status, retryAfterSeconds, message];
  };
  const wait = (after: "10s" | "30s") => () => retryAfter(after, `wait ${after}`);

  test.each([
    ["all proceed", [step("a", proceed), step("b", proceed)], ["Success", 0, undefined]],
    [
      "the shortest delay",
      [step("a", wait("30s")), step("b", proceed), step("c", wait("10s"))],
      ["Success", 10, "a: wait 30s, c: wait 10s"],
    ],
    [
      "a failure wins",
      [step("a", wait("30s")), step("b", () => fail("no")), step("c", () => fail("never"))],
      ["Failure", 0, "b: no; c: never"],
    ],
    [
      "an error wins",
      [
        step("a", proceed),
        step("b", () => {
          throw new RangeError("secret");
        }),
      ],
      ["Failure", 0, "step b failed with RangeError; the log of the extension has the reason"],
    ],
    ["none", [], ["Success", 0, undefined]],
  ])("side by side: %s", async (_, steps, want) => expect(await call(parallel(steps))).toEqual(want));

  test("side by side they run at the same time, in sequence one after the other", async () => {
    const steps = [step("a", proceed, 30), step("b", proceed)];
    await call(parallel(steps));
    expect(order).toEqual(["a begins", "b begins", "b ends", "a ends"]);
    await call(sequence(steps));
    expect(order).toEqual(["a begins", "a ends", "b begins", "b ends"]);
  });

  test.each([
    ["all proceed", [step("a", proceed), step("b", proceed)], ["Success", 0, undefined], 4],
    ["the first delay ends it", [step("a", wait("30s")), step("b", wait("10s"))], ["Success", 30, "a: wait 30s"], 2],
    [
      "the first failure ends it",
      [step("a", proceed), step("b", () => fail("no")), step("c", proceed)],
      ["Failure", 0, "b: no"],
      4,
    ],
  ])("in sequence: %s", async (_, steps, want, marks) => {
    expect([await call(sequence(steps)), order.length]).toEqual([want, marks]);
  });

  test("checks of templates can be steps, too", async () => {
    const check = (name: string) => ({ name, ...checkTemplates(none).on(FooTemplate, () => [`bad ${name}`]) });
    const extension = defineExtension({ validateTopology: { all: parallel([check("one"), check("two")]) } });
    const items = requestItems([{ object: foo([]) }]);
    expect((await callInProcess(extension, ValidateTopology, { request: { items } })).message).toBe(
      "one: FooTemplate of Cluster test: bad one; two: FooTemplate of Cluster test: bad two",
    );
  });
});
