// What a definition becomes, what it rejects, and what does not compile.
import { describe, expect, expectTypeOf, test } from "vitest";
import { defineHook, type Hook } from "@capstan/api";
import { BeforeClusterCreate } from "@capstan/api/hooks/v1alpha1";
import { describeError, isCapstanError } from "@capstan/kube";
import { defineExtension } from "./define-extension.ts";
import { discoveredHandlers } from "./discovery.ts";
import { handle, type Handlers } from "./handlers.ts";
import { fail, proceed, retryAfter } from "./results.ts";

const go = (): ReturnType<typeof proceed> => proceed();

/** Definitions that are rejected, with the whole message. */
const named = (name: string): Handlers => ({ validateTopology: { [name]: go } });
const nameText = (name: string): string =>
  `"${name}" cannot be the name of a handler of ValidateTopology
  help: use at most 63 small letters, digits and dashes, with a letter or digit first and last`;

test.each([
  { name: "an empty name", given: named(""), code: "extension/handler-name", want: nameText("") },
  { name: "a name with a capital", given: named("Foo"), code: "extension/handler-name", want: nameText("Foo") },
  { name: "a name with a dot", given: named("a.b"), code: "extension/handler-name", want: nameText("a.b") },
  {
    name: "a name of 64 characters",
    given: named("a".repeat(64)),
    code: "extension/handler-name",
    want: nameText("a".repeat(64)),
  },
  {
    name: "one name for two hooks",
    given: { validateTopology: { same: go }, beforeClusterCreate: { handle: go, name: "same" } },
    code: "extension/duplicate-handler-name",
    want: `two handlers are named "same": one of ValidateTopology, one of BeforeClusterCreate
  help: give each handler of the extension another name`,
  },
  {
    name: "a timeout of 31s",
    given: { beforeClusterCreate: { handle: go, timeout: "31s" } },
    code: "extension/timeout",
    want: `handler "before-cluster-create" has the timeout "31s"
  help: give whole seconds from 1s to 30s`,
  },
  {
    name: "a timeout that is not a duration",
    given: { beforeClusterCreate: { handle: go, timeout: "soon" } },
    code: "extension/timeout",
    want: `handler "before-cluster-create" has the timeout "soon"
  help: give whole seconds from 1s to 30s`,
  },
  {
    name: "a negative timeout",
    given: { beforeClusterCreate: { handle: go, timeout: "-1s" } },
    code: "extension/timeout",
    want: `handler "before-cluster-create" has the timeout "-1s"
  help: give whole seconds from 1s to 30s`,
  },
  {
    name: "a failure policy in small letters",
    given: { beforeClusterCreate: { handle: go, failurePolicy: "fail" } } as unknown as Handlers,
    code: "extension/failure-policy",
    want: `handler "before-cluster-create" has the failure policy "fail"
  help: write Fail or Ignore`,
  },
  {
    name: "an unknown hook",
    given: { beforeClusterUpdate: go } as unknown as Handlers,
    code: "extension/unknown-hook",
    want: `there is no hook "beforeClusterUpdate"
  help: name one of afterClusterUpgrade, afterControlPlaneInitialized, afterControlPlaneUpgrade, afterWorkersUpgrade, beforeClusterCreate, beforeClusterDelete, beforeClusterUpgrade, beforeControlPlaneUpgrade, beforeWorkersUpgrade, canUpdateMachine, canUpdateMachineSet, discoverVariables, generatePatches, generateUpgradePlan, updateMachine, validateTopology`,
  },
  {
    name: "a function where handlers have names",
    given: { validateTopology: go } as unknown as Handlers,
    code: "extension/handler-form",
    want: `what is given for ValidateTopology is not functions by name
  help: write a function, or { handle, timeout, failurePolicy }; where several are possible, a record from names to these`,
  },
  {
    name: "several handlers of a hook that has one",
    given: { updateMachine: { a: go, b: go } } as unknown as Handlers,
    code: "extension/handler-form",
    want: `what is given for UpdateMachine is not one function, or one with options: its caller calls one handler
  help: write a function, or { handle, timeout, failurePolicy }; where several are possible, a record from names to these`,
  },
  {
    name: "something else than a handler by name",
    given: { beforeClusterCreate: { a: 1, b: go } } as unknown as Handlers,
    code: "extension/handler-form",
    want: `what is given for BeforeClusterCreate is not a function, a function with options, or such handlers by name
  help: write a function, or { handle, timeout, failurePolicy }; where several are possible, a record from names to these`,
  },
  {
    name: "a hook of Cluster API as a custom one",
    given: { custom: [handle(BeforeClusterCreate, () => proceed(), { unchecked: true })] },
    code: "extension/custom-hook",
    want: `the hook BeforeClusterCreate of hooks.runtime.cluster.x-k8s.io/v1alpha1 is Cluster API's own
  help: give its handler as "beforeClusterCreate" instead of under "custom"`,
  },
])("$name is rejected", ({ given, code, want }) => {
  const error: unknown = catching(() => defineExtension(given));
  expect(isCapstanError(error, code)).toBe(true);
  expect(describeError(error)).toBe(want);
});

test("a range that is not one is rejected", () => {
  expect(describeError(catching(() => defineExtension({}, { clusterApi: "latest" })))).toBe(
    `"latest" is not a range of Cluster API releases
  help: write the oldest release to be served, for example ">=1.12"`,
  );
});

describe("discovery", () => {
  const handlers: Handlers = {
    beforeWorkersUpgrade: go,
    beforeClusterUpgrade: { handle: go, timeout: "20s", failurePolicy: "Ignore" },
    validateTopology: { "b-check": go, "a-check": go },
  };

  test("lists every handler by name, with what was defaulted", () => {
    const hook = (name: string): object => ({ apiVersion: "hooks.runtime.cluster.x-k8s.io/v1alpha1", hook: name });
    expect(discoveredHandlers(defineExtension(handlers, { clusterApi: ">=1.12" }))).toEqual([
      { name: "a-check", requestHook: hook("ValidateTopology"), timeoutSeconds: 10, failurePolicy: "Fail" },
      { name: "b-check", requestHook: hook("ValidateTopology"), timeoutSeconds: 10, failurePolicy: "Fail" },
      {
        name: "before-cluster-upgrade",
        requestHook: hook("BeforeClusterUpgrade"),
        timeoutSeconds: 20,
        failurePolicy: "Ignore",
      },
      {
        name: "before-workers-upgrade",
        requestHook: hook("BeforeWorkersUpgrade"),
        timeoutSeconds: 10,
        failurePolicy: "Fail",
      },
    ]);
  });

  test.each([
    { clusterApi: ">=1.12", want: true },
    { clusterApi: "1.14", want: true },
    { clusterApi: ">=1.11 <1.15", want: false },
    { clusterApi: ">=1.2", want: false },
  ])("with $clusterApi, hooks since 1.12 are listed: $want", ({ clusterApi, want }) => {
    const names = discoveredHandlers(defineExtension(handlers, { clusterApi })).map(({ name }) => name);
    expect(names.includes("before-workers-upgrade")).toBe(want);
    expect(names).toContain("before-cluster-upgrade");
  });

  test("does not list what a provider's own callers call", () => {
    const extension = defineExtension({ custom: [handle(BeforeFooResize, () => proceed(), { unchecked: true })] });
    expect(extension.handlers.map(({ name }) => name)).toEqual(["before-foo-resize"]);
    expect(discoveredHandlers(extension)).toEqual([]);
  });
});

interface BeforeFooResizeRequest {
  size: string;
}
interface BeforeFooResizeResponse {
  status: "Success" | "Failure";
  allowed?: boolean;
}
const BeforeFooResize: Hook<BeforeFooResizeRequest, BeforeFooResizeResponse> = defineHook({
  apiVersion: "hooks.foo.example.dev/v1alpha1",
  name: "BeforeFooResize",
  summary: "Called before a foo is resized",
  description: "Called before a foo is resized.",
});

const unchecked = { unchecked: true } as const;

test("types: what a handler is given, and what it may answer", () => {
  defineExtension(
    {
      beforeClusterUpgrade: ({ cluster, toKubernetesVersion }, ctx) => {
        expectTypeOf(cluster.apiVersion).toEqualTypeOf<"cluster.x-k8s.io/v1beta2">();
        expectTypeOf(toKubernetesVersion).toEqualTypeOf<string>();
        expectTypeOf(ctx.settings.gate).toEqualTypeOf<string>();
        // @ts-expect-error: a setting that is not declared
        void ctx.settings.door;
        return retryAfter("30s", "quota is being raised");
      },
      // @ts-expect-error: this hook cannot block
      afterControlPlaneInitialized: () => retryAfter("30s", "no"),
      // @ts-expect-error: the payload of this hook is missing
      generatePatches: { patches: () => proceed() },
      // @ts-expect-error: "Did you mean": a misspelled option
      beforeClusterDelete: { handle: () => fail("no"), timeuot: "20s" },
      custom: [
        handle(
          BeforeFooResize,
          ({ size }) => {
            expectTypeOf(size).toEqualTypeOf<string>();
            return proceed({ allowed: true });
          },
          unchecked,
        ),
        // @ts-expect-error: this hook cannot block
        handle(BeforeFooResize, () => retryAfter("30s", "no"), unchecked),
        // @ts-expect-error: nothing of it is validated
        handle(BeforeFooResize, () => proceed()),
      ].slice(0, 1),
    },
    { settings: { gate: { default: "open" } } },
  );
});

test("types: settings of own hooks are those that the extension declares", () => {
  const settings = { limit: { default: "10" } } as const;
  const typed = { settings, unchecked: true } as const;
  const own = handle(
    BeforeFooResize,
    ({ size }, ctx) => {
      expectTypeOf(ctx.settings).toEqualTypeOf<{ readonly limit: string }>();
      // @ts-expect-error: a setting that is not declared
      void ctx.settings.door;
      return proceed({ allowed: size.length < Number(ctx.settings.limit) });
    },
    typed,
  );
  const extension = defineExtension({ custom: [own] }, { settings });
  defineExtension({ custom: [own] }, { settings: { ...settings, other: { default: "x" } } });
  // @ts-expect-error: the extension declares other settings
  defineExtension({ custom: [own] }, { settings: { door: { default: "shut" } } });
  // @ts-expect-error: the extension declares no settings
  defineExtension({ custom: [own] });
  const untyped = handle(
    BeforeFooResize,
    (_, ctx) => proceed({ allowed: ctx.settings["limit"] !== undefined }),
    unchecked,
  );
  expect(defineExtension({ custom: [untyped] }, { settings }).settings).toEqual(extension.settings);
});

function catching(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}
