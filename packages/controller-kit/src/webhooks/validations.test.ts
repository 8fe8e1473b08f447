// Which kinds have a validating webhook.
import { resourceOf } from "@capstan/kube";
import { expect, test } from "vitest";
import { FooCluster, FooMachine } from "../../test/foo-kinds.ts";
import { initProvider, type ProviderKit } from "../authoring/provider-kit.ts";
import { done, removed } from "../authoring/result.ts";
import { validationPath, validationsOf } from "./validations.ts";

const kit: ProviderKit<object> = initProvider();
const handlers = { reconcile: async () => done(), delete: async () => removed() };
const fooCluster = kit.infraCluster(FooCluster, handlers);
const fooMachine = kit.infraMachine(FooMachine, { cluster: FooCluster, ...handlers });
const template = resourceOf("infrastructure.cluster.x-k8s.io/v1beta1", "FooMachineTemplate");

test("templates and InfraClusters are checked where the provider serves webhooks", () => {
  const controllers = [fooCluster, fooMachine];
  const checks = validationsOf({ controllers, templates: [template], conversions: [] });
  expect(checks.map(({ resource, failurePolicy }) => [resource.kind, failurePolicy])).toEqual([
    ["FooCluster", "Ignore"],
    ["FooMachineTemplate", undefined],
  ]);
  expect(validationsOf({ controllers, templates: [], conversions: [] })).toEqual([]);
});

test("the path has controller-runtime's form", () => {
  expect(validationPath(template)).toBe("/validate-infrastructure-cluster-x-k8s-io-v1beta1-foomachinetemplate");
});
