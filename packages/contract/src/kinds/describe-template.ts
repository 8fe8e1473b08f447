// The definition of a template, derived from the definition of the kind that it creates.
import { diagnose, errorOf, resourceOf, type Diagnostic } from "@capstan/kube";
import { isTemplated } from "../contracts/kind-contracts.ts";
import { contractErrors } from "../contract-errors.ts";
import { describeKind, type KindDefinition } from "./definition.ts";

/** What a template's definition may set in addition to its kind. */
export interface TemplateOptions<O> {
  /** Spec fields that a template does not have, because each object has its own value. */
  readonly omit?: readonly O[];
  readonly shortNames?: readonly string[];
}

/** What is wrong with the template of a kind that cannot have one. */
export function templateProblem({ contractKind, kind, apiVersion }: KindDefinition): Diagnostic | undefined {
  return isTemplated(contractKind)
    ? undefined
    : diagnose(contractErrors, "contract/no-template", { values: { kind, apiVersion } });
}

/** The definition of the template of a contract kind. Throws `contract/no-template` for a kind without a contract. */
export function describeTemplate(of: KindDefinition, options: TemplateOptions<string> = {}): KindDefinition {
  const { contractKind } = of;
  if (!isTemplated(contractKind)) {
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
    contractKind: `${contractKind}Template`,
    templateOf: resourceOf(of.apiVersion, of.kind, { plural: of.plural, scope: of.scope }),
    omit: options.omit ?? [],
  });
}
