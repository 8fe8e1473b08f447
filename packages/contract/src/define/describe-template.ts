// The definition of a template, derived from the definition of the kind it makes.
// Called by define-template.ts and by generators, which have the kind's definition only as data.
import { errorOf, resourceOf } from "@capstan/kube";
import { contractErrors } from "../contract-errors.ts";
import { describeKind, type KindDefinition } from "./definition.ts";

/** What a template's definition may say besides its kind. */
export interface TemplateOptions<O> {
  /** Spec fields that belong to one object alone and that the template therefore does not have. */
  readonly omit?: readonly O[];
  readonly shortNames?: readonly string[];
}

/** The definition of the template of a contract kind: what `defineTemplate` keeps and generators rebuild from source. */
export function describeTemplate(of: KindDefinition, options: TemplateOptions<string> = {}): KindDefinition {
  if (of.contractKind !== "InfraCluster" && of.contractKind !== "InfraMachine") {
    throw errorOf(contractErrors, "contract/no-template", { values: { kind: of.kind, apiVersion: of.apiVersion } });
  }
  const input = {
    apiVersion: of.apiVersion,
    kind: `${of.kind}Template`,
    served: of.served,
    contracts: of.contracts,
    ...(of.storage === undefined ? {} : { storage: of.storage }),
    ...(of.deprecated === undefined ? {} : { deprecated: of.deprecated }),
    ...(options.shortNames === undefined ? {} : { shortNames: options.shortNames }),
  };
  return describeKind(input, {
    contractKind: `${of.contractKind}Template`,
    templateOf: resourceOf(of.apiVersion, of.kind, { plural: of.plural, scope: of.scope }),
    omit: options.omit ?? [],
  });
}
