// Checks one version of a contract kind on its CRD schema: the shape rules that the compiler checks on types, and the rules on
// bounds that types cannot express.
import type { Diagnostic } from "@capstan/kube";
import type { JSONSchema } from "@capstan/kube/builtin";
import type { KindDefinition } from "../kinds/definition.ts";
import { boundRules } from "../rules/bounds.ts";
import {
  contractVersions,
  type ContractKind,
  type ContractTemplateKind,
  type ContractVersion,
} from "../rules/contract-kind.ts";
import { contractRules, type ContractRuleId } from "../rules/contract-rules.ts";
import { contractTable } from "../rules/contract-table.ts";
import { kindRules } from "../rules/kind-rules.ts";
import type { ContractField, ProblemText } from "../rules/contract-problem.ts";
import { isRequiredAt, schemaAt, shapeSchemas } from "./schema-shapes.ts";

type Bound = (typeof boundRules)[number];

/**
 * The problems of a contract kind, given its definition and the schema of its CRD version. Codes and messages are those that the
 * compiler prints; `path` is the dotted path of the field. A kind without a contract has no problems.
 */
export function checkContract(definition: KindDefinition, schema: JSONSchema): Diagnostic[] {
  const { contractKind } = definition;
  if (contractKind === undefined) return [];
  const unknown = definition.contracts.filter((contract) => !contractVersions.includes(contract));
  // A template has the contracts of its kind, where they are reported.
  if (unknown.length > 0 && isTemplateKind(contractKind)) return [];
  if (unknown.length > 0) return unknown.map((contract) => unknownContract(contract, prefixes[contractKind]));
  const own = isTemplateKind(contractKind)
    ? templateProblems(definition, schema, prefixes[contractKind])
    : [...definitionProblems(definition, contractKind), ...fieldProblems(definition, contractKind, schema)];
  return [...own, ...boundProblems(definition, schema)];
}

const prefixes = {
  InfraCluster: "infracluster",
  InfraMachine: "inframachine",
  InfraClusterTemplate: "infracluster",
  InfraMachineTemplate: "inframachine",
} as const satisfies Record<ContractKind | ContractTemplateKind, string>;

type Prefix = (typeof prefixes)[ContractKind];

const suffixes: Readonly<Record<ContractKind, string>> = { InfraCluster: "Cluster", InfraMachine: "Machine" };

function isTemplateKind(kind: ContractKind | ContractTemplateKind): kind is ContractTemplateKind {
  return kind.endsWith("Template");
}

function problem(rule: ContractRuleId, { message, help }: ProblemText, path?: string): Diagnostic {
  const { severity } = contractRules[rule];
  return { code: rule, severity, message, help, ...(path === undefined ? {} : { path }) };
}

/** The compiler rejects such a name, but the generator also reads sources that were never compiled. */
function unknownContract(contract: string, prefix: Prefix): Diagnostic {
  const help = `name one or more of ${contractVersions.join(", ")}`;
  return problem(`${prefix}/contract-label`, { message: `there is no contract "${contract}"`, help });
}

function definitionProblems({ kind, scope, contracts }: KindDefinition, contractKind: ContractKind): Diagnostic[] {
  const prefix = prefixes[contractKind];
  const found: Diagnostic[] = [];
  if (!kind.endsWith(suffixes[contractKind]))
    found.push(problem(kindRules[contractKind].rule, kindRules[contractKind]));
  if (scope === "Cluster") {
    found.push(problem(`${prefix}/scope`, { message: "the kind is not namespaced", help: "leave `scope` out" }));
  }
  if (contracts.length === 0) {
    const help = 'name one, for example `contracts: ["v1beta2"]`';
    found.push(problem(`${prefix}/contract-label`, { message: "the kind names no contract", help }));
  }
  return found;
}

function fieldProblems(definition: KindDefinition, kind: ContractKind, schema: JSONSchema): Diagnostic[] {
  const checked = new Set<ContractField>(
    definition.contracts.flatMap((contract) => contractTable[kind][contract].fields),
  );
  return [...checked]
    .filter(
      (field) => definition.providesEndpoint || field.name !== "endpoint" || schemaAt(schema, field.path) !== undefined,
    )
    .flatMap((field) => {
      const text = fieldProblem(field, schema);
      // The rules of fields are those of the contract's table.
      return text === undefined ? [] : [problem(field.rule as ContractRuleId, text, field.path)];
    });
}

function fieldProblem(field: ContractField, schema: JSONSchema): ProblemText | undefined {
  const found = schemaAt(schema, field.path);
  if (found === undefined) return field.missing;
  if (!shapeSchemas[field.shape](found)) return field.wrong;
  return isRequiredAt(schema, field.path) ? field.required : undefined;
}

function templateProblems({ contracts }: KindDefinition, schema: JSONSchema, prefix: Prefix): Diagnostic[] {
  if (contracts.length === 0) return [];
  const missing = ["labels", "annotations"]
    .map((field) => `spec.template.metadata.${field}`)
    .filter((path) => !isStringMap(schemaAt(schema, path)));
  return missing.map((path) =>
    problem(
      `${prefix}/template`,
      { message: `the API server prunes ${path}`, help: "type the template's metadata `TemplateObjectMeta`" },
      path,
    ),
  );
}

function isStringMap(schema: JSONSchema | undefined): boolean {
  const values = schema?.additionalProperties;
  return typeof values === "object" && values.type === "string";
}

function boundProblems({ contractKind, contracts }: KindDefinition, schema: JSONSchema): Diagnostic[] {
  return boundRules
    .filter((bound) => bound.kind === contractKind && contracts.some((contract) => follows(bound, contract)))
    .filter((bound) => {
      const found = schemaAt(schema, bound.path);
      return found !== undefined && !holds(bound.demand, found);
    })
    .map((bound) => ({ ...problem(bound.rule, bound, bound.path), severity: boundSeverity(bound.rule) }));
}

/** Core accepts most objects whose schema leaves a bound out, so a missing bound is at most a warning. */
function boundSeverity(rule: ContractRuleId): Diagnostic["severity"] {
  const { severity } = contractRules[rule];
  return severity === "error" ? "warning" : severity;
}

function follows(bound: Bound, contract: ContractVersion): boolean {
  return bound.contracts.some((other) => other === contract);
}

function holds(demand: Bound["demand"], schema: JSONSchema): boolean {
  if ("absent" in demand) return false;
  if ("listMapKey" in demand) {
    return (
      schema["x-kubernetes-list-type"] === "map" &&
      (schema["x-kubernetes-list-map-keys"] ?? []).includes(demand.listMapKey)
    );
  }
  const value = schema[demand.keyword];
  if (value === undefined) return false;
  return "atMost" in demand ? value <= demand.atMost : value >= demand.atLeast;
}
