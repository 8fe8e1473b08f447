// Patches of templates, applied by the library that Cluster API applies them with, and selectors compared with those of patches in a ClusterClass.
import { hookCatalog } from "@capstan/api/catalog";
import {
  defineExtension,
  defineVariables,
  type PatchFormat,
  patchTemplates,
  type TemplateSelector,
  templatesOf,
} from "@capstan/extension-kit";
import { callInProcess, requestItems } from "@capstan/extension-kit/testing";
import { type KubeObject, type Resource, resourceOf } from "@capstan/kube";
import type { Random } from "@capstan/repo";
import { type Case, randomChange, randomObject, times } from "./cases.ts";

interface FooTemplate extends KubeObject<"example.dev/v1", "FooTemplate"> {
  spec: unknown;
}
const FooTemplate: Resource<FooTemplate> = resourceOf("example.dev/v1", "FooTemplate");
const none = defineVariables({});

function fooTemplate(spec: unknown): FooTemplate {
  return { apiVersion: "example.dev/v1", kind: "FooTemplate", metadata: { name: "foo" }, spec };
}

/** A change by two functions, each sent in one of the forms. */
export async function patchCase(random: Random): Promise<Case> {
  const [from, between] = [fooTemplate(randomObject(random)), random.chance(0.5)];
  const to = fooTemplate(randomChange(random, from.spec));
  const halfway = between ? randomChange(random, from.spec) : to.spec;
  const [first, second] = [random.pick<PatchFormat>(["json", "merge"]), random.pick<PatchFormat>(["json", "merge"])];
  const extension = defineExtension({
    generatePatches: {
      patches: patchTemplates(none)
        .on(FooTemplate, (template) => void (template.spec = structuredClone(halfway)), { patch: first })
        .on(FooTemplate, async (template) => void (template.spec = structuredClone(to.spec)), { patch: second }),
    },
  });
  const request = { items: requestItems([{ object: from }]) };
  const { items = [] } = await callInProcess(extension, hookCatalog.GeneratePatches, { request });
  return { operation: "patch", question: { patch: { document: from, items } }, ours: { value: to } };
}

const patterns = ["*", "gpu-large", "gpu-*", "*-large", "gpu", "large", "spot", "spot-*", "*-spot"];
const classes = ["gpu-large", "gpu-small", "large", "spot", "gpu", "x-spot", ""];
const fields = [
  "spec.infrastructureRef",
  "spec.controlPlaneRef",
  "spec.machineTemplate.infrastructureRef",
  "spec.machineTemplate.spec.infrastructureRef",
  "spec.template.spec.bootstrap.configRef",
  "spec.template.spec.infrastructureRef",
  "spec.other",
];
const holders = ["Cluster", "KubeadmControlPlane", "MachineDeployment", "MachinePool"];

/** A selector, and a template with what it is used for. */
export async function selectorCase(random: Random): Promise<Case> {
  const matchResources = {
    ...(random.chance(0.4) && { infrastructureCluster: random.chance(0.8) }),
    ...(random.chance(0.4) && { controlPlane: random.chance(0.8) }),
    ...(random.chance(0.5) && { machineDeploymentClass: { names: times(random, 3, () => random.pick(patterns)) } }),
    ...(random.chance(0.5) && { machinePoolClass: { names: times(random, 3, () => random.pick(patterns)) } }),
  };
  const [deployment, pool] = [random.pick(classes), random.pick(classes)];
  const builtin = {
    ...(random.chance(0.8) && { machineDeployment: deployment === "" ? {} : { class: deployment } }),
    ...(random.chance(0.8) && { machinePool: pool === "" ? {} : { class: pool } }),
  };
  const holder = { kind: random.pick(holders), fieldPath: random.pick(fields) };
  const items = requestItems([{ object: fooTemplate({}), holder, variables: { builtin } }]);
  const extension = defineExtension({
    generatePatches: {
      patches: patchTemplates(none).on(FooTemplate, (template) => void (template.spec = { changed: true }), {
        where: selectorOf(matchResources),
      }),
    },
  });
  const answer = await callInProcess(extension, hookCatalog.GeneratePatches, { request: { items } });
  const selector = { apiVersion: FooTemplate.apiVersion, kind: FooTemplate.kind, matchResources };
  return {
    operation: "selector",
    question: { selector: { selector, item: items[0] } },
    ours: { value: answer.items?.length === 1 },
  };
}

interface MatchResources {
  readonly infrastructureCluster?: boolean;
  readonly controlPlane?: boolean;
  readonly machineDeploymentClass?: { readonly names: readonly string[] };
  readonly machinePoolClass?: { readonly names: readonly string[] };
}

function selectorOf({ infrastructureCluster, controlPlane, ...byClass }: MatchResources): TemplateSelector {
  const { machineDeploymentClass, machinePoolClass } = byClass;
  return templatesOf.any(
    ...(infrastructureCluster === true ? [templatesOf.infrastructureCluster] : []),
    ...(controlPlane === true ? [templatesOf.controlPlane] : []),
    ...(machineDeploymentClass ? [templatesOf.machineDeployments({ classes: machineDeploymentClass.names })] : []),
    ...(machinePoolClass ? [templatesOf.machinePools({ classes: machinePoolClass.names })] : []),
  );
}
