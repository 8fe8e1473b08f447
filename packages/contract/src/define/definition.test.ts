// What definitions know at run time.
import type { KubeObject, Resource } from "@capstan/kube";
import { resourceOf } from "@capstan/kube";
import { describe, expect, it } from "vitest";
import { type KindContracts, kindContracts } from "../contracts/kind-contracts.ts";
import { contractView } from "../fields/contract-view.ts";
import { defineHook, type Hook } from "./define-hook.ts";
import { defineInfraCluster } from "./define-infra-cluster.ts";
import { defineResource } from "./define-resource.ts";
import { defineTemplate } from "./define-template.ts";
import * as define from "./index.ts";
import { definitionOf, requireDefinition } from "../kinds/definition.ts";
import type { TemplateOf } from "./template-of.ts";

interface FooCluster extends KubeObject<"infra.io/v1beta1", "FooCluster"> {
  spec?: { controlPlaneEndpoint?: { host?: string; port?: number }; region?: string };
  status?: { initialization?: { provisioned?: boolean } };
}
const FooCluster: Resource<FooCluster> = defineInfraCluster({
  apiVersion: "infra.io/v1beta1",
  kind: "FooCluster",
  contracts: ["v1beta2"],
  storage: true,
  printColumns: { Region: ".spec.region", Age: { path: ".metadata.creationTimestamp", priority: 1 } },
});
type FooClusterTemplate = TemplateOf<FooCluster, "controlPlaneEndpoint">;
const FooClusterTemplate: Resource<FooClusterTemplate> = defineTemplate(FooCluster, { omit: ["controlPlaneEndpoint"] });
interface Plain extends KubeObject<"infra.io/v1", "Policy"> {
  spec?: { a?: string };
}
const Plain: Resource<Plain> = defineResource({ apiVersion: "infra.io/v1", kind: "Policy", scope: "Cluster" });

describe("a definition", () => {
  it("has only the fields of a Resource", () => {
    expect(JSON.parse(JSON.stringify(FooCluster))).toEqual({
      apiVersion: "infra.io/v1beta1",
      group: "infra.io",
      version: "v1beta1",
      kind: "FooCluster",
      plural: "fooclusters",
      scope: "Namespaced",
    });
  });

  it("has the literal types of apiVersion and kind", () => {
    const cluster: { readonly apiVersion: "infra.io/v1beta1"; readonly kind: "FooCluster" } = FooCluster;
    const template: { readonly kind: "FooClusterTemplate" } = FooClusterTemplate;
    const plain: Plain = { apiVersion: Plain.apiVersion, kind: Plain.kind, metadata: {} };
    // @ts-expect-error the kind is Policy
    const other: { readonly kind: "Foo" } = Plain;
    expect([cluster.kind, template.kind, plain.kind, other.kind]).toEqual([
      "FooCluster",
      "FooClusterTemplate",
      "Policy",
      "Policy",
    ]);
  });

  it("has what the author declared and what follows from it", () => {
    expect(definitionOf(FooCluster)).toMatchObject({
      listKind: "FooClusterList",
      singular: "foocluster",
      categories: ["cluster-api"],
      storage: true,
      served: true,
      contractKind: "InfraCluster",
      contracts: ["v1beta2"],
      printColumns: [
        { name: "Region", path: ".spec.region" },
        { name: "Age", path: ".metadata.creationTimestamp", priority: 1 },
      ],
    });
    expect(definitionOf(Plain)).toMatchObject({ plural: "policies", scope: "Cluster", categories: [], contracts: [] });
  });

  it("of a template follows from its kind", () => {
    expect(definitionOf(FooClusterTemplate)).toMatchObject({
      kind: "FooClusterTemplate",
      plural: "fooclustertemplates",
      contractKind: "InfraClusterTemplate",
      contracts: ["v1beta2"],
      storage: true,
      omit: ["controlPlaneEndpoint"],
      templateOf: { kind: "FooCluster" },
    });
  });

  it("is missing from resources that were made otherwise", () => {
    expect(definitionOf(resourceOf("v1", "Secret"))).toBeUndefined();
    expect(() => requireDefinition({ ...FooCluster })).toThrow(
      "FooCluster of infra.io/v1beta1 was not created by a define function",
    );
  });

  it("gives the view of its contract fields, or says that there is none", () => {
    expect(contractView(FooCluster)).toEqual({ kind: "InfraCluster", contract: "v1beta2", contracts: ["v1beta2"] });
    expect(() => contractView(Plain)).toThrow("Policy of infra.io/v1 follows no contract");
    expect(() => contractView(FooClusterTemplate)).toThrow(
      "FooClusterTemplate of infra.io/v1beta1 follows no contract",
    );
  });

  it("of a template wants a contract kind", () => {
    const notTyped = defineTemplate as unknown as (kind: Resource) => Resource;
    expect(() => notTyped(Plain)).toThrow("Policy of infra.io/v1 is not a kind that can have a template");
  });
});

it("a hook has its descriptions and what follows from its name", () => {
  const BeforeFoo: Hook<{ a: string }, { status: string; retryAfterSeconds: number }> = defineHook({
    apiVersion: "hooks.io/v1alpha1",
    name: "BeforeFoo",
    summary: "s",
    description: "d",
    blocking: true,
  });
  expect(BeforeFoo).toEqual({
    apiVersion: "hooks.io/v1alpha1",
    group: "hooks.io",
    version: "v1alpha1",
    name: "BeforeFoo",
    requestKind: "BeforeFooRequest",
    responseKind: "BeforeFooResponse",
    summary: "s",
    description: "d",
    tags: [],
    blocking: true,
    deprecated: false,
    singleton: false,
    since: undefined,
    handlers: "all",
  });
});

it("a hook has what its author gives, and waits for nothing unless it is blocking", () => {
  const given = {
    apiVersion: "hooks.io/v1alpha1",
    name: "AfterFoo",
    summary: "s",
    description: "d",
    tags: ["Lifecycle Hooks"],
    deprecated: true,
    singleton: true,
    handlers: "named",
    since: "1.12",
  } as const;
  const AfterFoo: Hook<{ a: string }, { status: string }> = defineHook(given);
  expect(AfterFoo).toMatchObject({ ...given, requestKind: "AfterFooRequest", blocking: false });
});

it("a deprecated hook may say what replaces it, and until when it is there", () => {
  const deprecated = { since: "1.3", replacement: "v1beta1", removal: "1.6" };
  const BeforeFoo: Hook<{ a: string }, { status: string }> = defineHook({
    apiVersion: "hooks.io/v1alpha1",
    name: "BeforeFoo",
    summary: "s",
    description: "d",
    deprecated,
  });
  expect(BeforeFoo).toMatchObject({ deprecated: true, deprecation: deprecated });
});

/** A record whose function is not exported does not compile here. */
const definers: Readonly<Record<KindContracts[keyof KindContracts]["definer"], unknown>> = define;

it.each(Object.values(kindContracts).map(({ definer }) => definer))("%s is exported", (definer) => {
  expect(Object.entries(definers)).toContainEqual([definer, expect.any(Function)]);
});

it.each(Object.entries(kindContracts).map(([kind, { definer, suffix }]) => ({ kind, definer, suffix })))(
  "$definer defines a $kind",
  ({ kind, definer, suffix }) => {
    // The options fit every kind; that each is checked by types is tested with the compiler.
    const byName: Readonly<Record<string, unknown>> = definers;
    const defineKind = byName[definer] as (options: object) => Resource;
    const options = { apiVersion: "infra.io/v1", kind: `Foo${suffix}`, contracts: ["v1beta2"] };
    expect(definitionOf(defineKind(options))).toMatchObject({ ...options, contractKind: kind });
  },
);
