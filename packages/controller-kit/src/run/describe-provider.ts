// Describes a provider: kinds, RBAC rules, webhooks and the ownership graph, each from the definitions of its controllers.
import { Cluster } from "@capstan/api/core/v1beta2";
import type { DescribedKind, DescribedWebhook, Description, OwnershipEdge } from "@capstan/contract/description";
import { definitionOf } from "@capstan/contract/kinds";
import type { Resource } from "@capstan/kube";
import { describeConversions } from "@capstan/operator/conversions";
import { describeDefinition } from "@capstan/operator/webhooks";
import { defaultPorts } from "@capstan/process";
import type { ControllerDefinition } from "../authoring/controller-definition.ts";
import type { Provider } from "../authoring/provider.ts";
import { ownKinds } from "../migration/migrated-kinds.ts";
import { createdKindsOf, ownerKindsOf } from "../roles/role-workflow.ts";
import { validationPath, validationsOf } from "../webhooks/validations.ts";
import { migrationRules, namespaceRulesOf, rulesOf } from "./policy-rules.ts";

/**
 * What a provider watches, owns, writes and serves, derived from its definitions: the value that `--describe` prints as JSON, and from which `capstan bundle` writes RBAC rules and webhooks.
 * Opens nothing and calls no function of the author, so tests can compare it.
 *
 * @example
 * expect(describeProvider(provider).watchedRules).toContainEqual({ apiGroups: [""], resources: ["secrets"], verbs: ["get"] });
 */
export function describeProvider(provider: Provider): Description {
  const webhooks = describeWebhooks(provider);
  return {
    format: 1,
    name: provider.name,
    type: provider.type,
    kinds: describeKinds(provider),
    clusterRules: rulesOf(provider, "Cluster"),
    watchedRules: rulesOf(provider, "Namespaced"),
    migrationRules: migrationRules(provider),
    namespaceRules: namespaceRulesOf(provider),
    ownership: ownershipOf(provider),
    webhooks,
    hooks: [],
    ports: portsOf(webhooks),
    leaderElection: true,
  };
}

function portsOf(webhooks: readonly DescribedWebhook[]): Description["ports"] {
  const { health, metrics, webhook } = defaultPorts;
  return webhooks.length === 0 ? { health, metrics } : { health, metrics, webhook };
}

function describeKinds(provider: Provider): readonly DescribedKind[] {
  return ownKinds(provider).map(({ role, resource }) => {
    const { apiVersion, kind, plural } = resource;
    // From the resource itself: a copy does not carry its definition.
    return { apiVersion, kind, plural, contracts: definitionOf(resource)?.contracts ?? [], role };
  });
}

function ownershipOf(provider: Provider): readonly OwnershipEdge[] {
  return [
    ...provider.controllers.flatMap(controllerEdges),
    // Core sets the Cluster as owner of every template it uses.
    ...provider.templates.map((template) => edge(Cluster, template)),
  ];
}

function controllerEdges({ role, resource, machines, pool, watches }: ControllerDefinition): readonly OwnershipEdge[] {
  const owned = watches.filter((watch) => watch.use === "owns").map((watch) => edge(resource, watch.resource));
  const created = [resource, pool].flatMap((owner) =>
    owner === undefined ? [] : createdKindsOf(role).map((kind) => edge(owner, kind)),
  );
  const ofPool = machines === undefined ? [] : [edge(resource, machines)];
  return [...ownerKindsOf(role).map((owner) => edge(owner, resource)), ...created, ...ofPool, ...owned];
}

function edge(owner: Resource, owned: Resource): OwnershipEdge {
  return { owner: { group: owner.group, kind: owner.kind }, owned: { group: owned.group, kind: owned.kind } };
}

function describeWebhooks(provider: Provider): readonly DescribedWebhook[] {
  return [
    ...describeConversions(provider.conversions),
    ...validationsOf(provider).map(({ resource, failurePolicy }): DescribedWebhook => ({
      type: "validating",
      name: `validation.${resource.plural}.${resource.group}`,
      path: validationPath(resource),
      groups: [resource.group],
      versions: [resource.version],
      resources: [resource.plural],
      operations: ["UPDATE"],
      ...(failurePolicy === undefined ? {} : { failurePolicy }),
    })),
    ...provider.webhooks.map(describeDefinition),
  ];
}
