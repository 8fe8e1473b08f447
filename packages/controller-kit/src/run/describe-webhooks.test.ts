// What `--describe` prints of webhooks of the author's own, from which releases and `capstan dev` declare them.
import { admitted, silentLogger } from "@capstan/operator";
import { textResponse } from "@capstan/serve";
import { expect, test } from "vitest";
import { FooCluster, FooMachine } from "../../test/foo-kinds.ts";
import { initProvider, type ProviderKit } from "../authoring/provider-kit.ts";
import { done, removed } from "../authoring/result.ts";
import { describeProvider } from "./describe-provider.ts";
import { allRoutes, hasWebhooks } from "./provider-manager.ts";

const kit: ProviderKit<object> = initProvider();
const named = { name: "foo", type: "infrastructure", controllers: [] } as const;
const group = "infrastructure.cluster.x-k8s.io";

test("each webhook of the author with its rules and settings", () => {
  const webhooks = [
    kit.default(FooMachine, { create: () => admitted(), reinvocationPolicy: "IfNeeded" }),
    kit.validate(FooMachine, {
      immutable: ["spec.providerID"],
      delete: () => admitted(),
      failurePolicy: "Ignore",
      timeoutSeconds: 3,
      objectSelector: { matchLabels: { a: "b" } },
    }),
    kit.handler("/zones", { handle: () => textResponse(200, "") }),
  ];
  const provider = kit.provider({ ...named, webhooks });
  expect(hasWebhooks(provider)).toBe(true);
  const { webhooks: described, ports } = describeProvider(provider);
  expect(ports.webhook).toBe(9443);
  const rule = { groups: [group], versions: ["v1beta1"], resources: ["foomachines"] };
  expect(described).toEqual([
    {
      type: "mutating",
      name: `default.foomachines.${group}`,
      path: `/default/foomachines.${group}/v1beta1`,
      ...rule,
      operations: ["CREATE"],
      reinvocationPolicy: "IfNeeded",
    },
    {
      type: "validating",
      name: `validate.foomachines.${group}`,
      path: `/validate/foomachines.${group}/v1beta1`,
      ...rule,
      operations: ["UPDATE", "DELETE"],
      failurePolicy: "Ignore",
      timeoutSeconds: 3,
      objectSelector: { matchLabels: { a: "b" } },
    },
    { type: "custom", name: "/zones", path: "/zones", groups: [], versions: [], resources: [] },
  ]);
});

test("beside the kit's own check of the same kind", () => {
  const handlers = { reconcile: async () => done(), delete: async () => removed() };
  const controllers = [kit.infraCluster(FooCluster, handlers)];
  const webhooks = [kit.validate(FooCluster, { immutable: ["spec.region"] })];
  const { webhooks: described } = describeProvider(kit.provider({ ...named, controllers, webhooks }));
  expect(described.map(({ name, failurePolicy }) => [name, failurePolicy])).toEqual([
    [`validation.fooclusters.${group}`, "Ignore"],
    [`validate.fooclusters.${group}`, undefined],
  ]);
  expect(new Set(described.map(({ path }) => path)).size).toBe(2);
});

test("at a path that the author chose", () => {
  const webhooks = [
    kit.validate(FooMachine, { path: "/check-machines", create: () => admitted() }),
    kit.default(FooMachine, { path: "/set-machines", create: () => admitted() }),
  ];
  const provider = kit.provider({ ...named, webhooks });
  expect(describeProvider(provider).webhooks.map(({ path }) => path)).toEqual(["/check-machines", "/set-machines"]);
  const context = { log: silentLogger, countProblem: () => undefined, countPanic: () => undefined };
  const routes = allRoutes(provider, { services: () => ({}), context });
  expect(routes.map(({ path }) => path)).toEqual(["/check-machines", "/set-machines"]);
  const twice = kit.handler("/check-machines", { handle: () => textResponse(200, "") });
  expect(() => kit.provider({ ...named, webhooks: [...webhooks, twice] })).toThrow("two webhooks are /check-machines");
});

test("two of one kind and type are an error", () => {
  const check = kit.validate(FooMachine, { create: () => admitted() });
  expect(() => kit.provider({ ...named, webhooks: [check, check] })).toThrow(
    `two webhooks are validate.foomachines.${group}`,
  );
});
