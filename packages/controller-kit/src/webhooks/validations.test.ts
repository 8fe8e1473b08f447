// Which kinds have a validating webhook.
import { type KubeObject, resourceOf } from "@capstan/kube";
import { expect, test } from "vitest";
import { FooCluster, FooMachine } from "../../test/foo-kinds.ts";
import { initProvider, type ProviderKit } from "../authoring/provider-kit.ts";
import { done, removed } from "../authoring/result.ts";
import { markRejection } from "./rejections.ts";
import { validationPath, validationsOf } from "./validations.ts";

const kit: ProviderKit<object> = initProvider();
const handlers = { reconcile: async () => done(), delete: async () => removed() };
const fooCluster = kit.infraCluster(FooCluster, handlers);
const fooMachine = kit.infraMachine(FooMachine, { cluster: FooCluster, ...handlers });
const template = resourceOf("infrastructure.cluster.x-k8s.io/v1beta1", "FooMachineTemplate");

test("templates and InfraClusters are checked where the provider serves webhooks", () => {
  const controllers = [fooCluster, fooMachine];
  const checks = validationsOf({ controllers, templates: [template], conversions: [], webhooks: [] });
  expect(checks.map(({ resource, failurePolicy }) => [resource.kind, failurePolicy])).toEqual([
    ["FooCluster", "Ignore"],
    ["FooMachineTemplate", undefined],
  ]);
  expect(validationsOf({ controllers, templates: [], conversions: [], webhooks: [] })).toEqual([]);
});

test("a provider with conversions serves webhooks, too: the marks of its InfraClusters are checked", () => {
  const conversions = [
    { group: "g", kind: "K", hub: "g/v1", versions: [], convert: (object: object) => object },
  ] as never;
  const checks = validationsOf({ controllers: [fooMachine, fooCluster], templates: [], conversions, webhooks: [] });
  expect(checks).toEqual([{ resource: FooCluster, check: markRejection, failurePolicy: "Ignore" }]);
});

test("a change of a template is rejected in its name", () => {
  const [check] = validationsOf({ controllers: [], templates: [template], conversions: [], webhooks: [] });
  const object = (size: number) =>
    ({ apiVersion: "v1", kind: "Foo", metadata: {}, spec: { template: { size } } }) as KubeObject;
  const request = { uid: "1", operation: "UPDATE", object: object(1), oldObject: object(2) } as const;
  expect(check?.check(request)).toContain("FooMachineTemplate spec.template is immutable");
  expect(check && "failurePolicy" in check).toBe(false);
});

test("the path has controller-runtime's form", () => {
  expect(validationPath(template)).toBe("/validate-infrastructure-cluster-x-k8s-io-v1beta1-foomachinetemplate");
});
