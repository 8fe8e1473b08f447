// Checks one version of a contract kind on its CRD schema: the shape rules that the compiler checks on types, and the rules on
// bounds that types cannot express.
import { type Diagnostic, nearestOf, parseApiVersion } from "@capstan/kube";
import type { JSONSchema } from "@capstan/kube/builtin";
import {
  type BoundRule,
  type CompanionRule,
  type ContractField,
  contractVersions,
  type ContractVersion,
  type Demand,
  type ProblemText,
} from "../contracts/kind-contract.ts";
import {
  boundsOfKind,
  type ContractKind,
  fieldsOfKind,
  isContractKind,
  kindContracts,
  templatedKind,
} from "../contracts/kind-contracts.ts";
import { plainConditions } from "../contracts/shared-fields.ts";
import type { KindDefinition } from "../kinds/definition.ts";
import { contractRules, type ContractRuleId } from "../rules/contract-rules.ts";
import { isRequiredAt, isTextMap, schemaAt, shapeSchemas } from "./schema-shapes.ts";

/**
 * The problems of a contract kind, given its definition and the schema of its CRD version. Codes and messages are those that the
 * compiler prints; `path` is the dotted path of the field. A kind without a contract has no problems.
 */
export function checkContract(definition: KindDefinition, schema: JSONSchema): Diagnostic[] {
  const { contractKind } = definition;
  if (contractKind === undefined) return [];
  const of = templatedKind(contractKind);
  const kind = of ?? (isContractKind(contractKind) ? contractKind : undefined);
  if (kind === undefined) return [];
  const contracts = kindContracts[kind].isReadByContract ? definition.contracts : unread;
  const unknown = contracts.filter((contract) => !contractVersions.includes(contract));
  // A template has the contracts of its kind, where they are reported.
  if (unknown.length > 0) return of === undefined ? unknown.map((contract) => unknownContract(contract, kind)) : [];
  const checked: Checked = { definition, kind, contracts, schema };
  const own =
    of === undefined
      ? [...definitionProblems(checked), ...fieldProblems(checked), ...absentFields(checked)]
      : templateProblems(checked);
  return [...own, ...boundProblems(checked, of !== undefined)];
}

/**
 * The warning about a kind whose contract demands a template that none of the kinds is. The template may be in another version of
 * its group.
 */
export function missingTemplate(
  { kind, apiVersion, contractKind }: KindDefinition,
  kinds: readonly Pick<KindDefinition, "apiVersion" | "kind">[],
): Diagnostic | undefined {
  if (contractKind === undefined || !isContractKind(contractKind)) return undefined;
  if (kindContracts[contractKind].template !== "required") return undefined;
  const [name, { group }] = [`${kind}Template`, parseApiVersion(apiVersion)];
  if (kinds.some((other) => other.kind === name && parseApiVersion(other.apiVersion).group === group)) return undefined;
  const message = `the ${contractKind} ${kind} has no template ${name}`;
  const help = `add \`export const ${name}: Resource<TemplateOf<${kind}>> = defineTemplate(${kind})\``;
  return problem({ kind: contractKind, rule: "template" }, { message, help });
}

/** Kinds without a label have the fields of the newest contract. */
const unread: readonly ContractVersion[] = ["v1beta2"];

/** A version of a kind, and what is checked of it. */
interface Checked {
  readonly definition: KindDefinition;
  /** Of a template, the kind that it creates. */
  readonly kind: ContractKind;
  readonly contracts: readonly ContractVersion[];
  readonly schema: JSONSchema;
}

function problem(
  { kind, rule }: { readonly kind: ContractKind; readonly rule: string },
  { message, help }: ProblemText,
  path?: string,
): Diagnostic {
  const code = `${kindContracts[kind].rules}/${rule}`;
  // The rules of a record are explained by their ids.
  const { severity } = contractRules[code as ContractRuleId];
  return { code, severity, message, help, ...(path === undefined ? {} : { path }) };
}

/** The compiler rejects such a name, but the generator also reads sources that were never compiled. */
function unknownContract(contract: string, kind: ContractKind): Diagnostic {
  const help = `name one or more of ${contractVersions.join(", ")}`;
  return problem({ kind, rule: "contract-label" }, { message: `there is no contract "${contract}"`, help });
}

function definitionProblems({ definition, kind, contracts }: Checked): Diagnostic[] {
  const { suffix, isReadByContract } = kindContracts[kind];
  const found: Diagnostic[] = [];
  if (!definition.kind.endsWith(suffix)) {
    const message = `the kind of the ${kind} does not end in ${suffix}`;
    found.push(problem({ kind, rule: "kind-convention" }, { message, help: `name it for example Foo${suffix}` }));
  }
  if (isReadByContract && definition.scope === "Cluster") {
    const text = { message: "the kind is not namespaced", help: "leave `scope` out" };
    found.push(problem({ kind, rule: "scope" }, text));
  }
  if (contracts.length === 0) {
    const help = 'name one, for example `contracts: ["v1beta2"]`';
    found.push(problem({ kind, rule: "contract-label" }, { message: "the kind names no contract", help }));
  }
  const repeated = contracts.find((contract, index) => contracts.indexOf(contract) < index);
  if (repeated !== undefined) {
    const text = { message: `the kind names the contract "${repeated}" twice`, help: "name each contract once" };
    found.push(problem({ kind, rule: "contract-label" }, text));
  }
  return found;
}

function fieldProblems({ definition, kind, contracts, schema }: Checked): Diagnostic[] {
  const alone = contracts.length === 1 && kindContracts[kind].fields.includes("conditions") ? [plainConditions] : [];
  return [...fieldsOfKind(kind), ...alone]
    .filter((field: ContractField) => contracts.some((contract) => field.contracts.includes(contract)))
    .filter(
      (field) => definition.providesEndpoint || field.name !== "endpoint" || schemaAt(schema, field.path) !== undefined,
    )
    .flatMap((field) => {
      const text = fieldProblem(field, schema);
      return text === undefined ? [] : [problem({ kind, rule: field.rule }, text, field.path)];
    });
}

/** Problems of optional fields that are absent: each is reported once, best at the field that stands for it. */
function absentFields(checked: Checked): Diagnostic[] {
  const unread = unreadFields(checked);
  return [
    ...unread.map(({ diagnostic }) => diagnostic),
    ...companionProblems(checked, new Set(unread.map(({ wanted }) => wanted))),
  ];
}

/** A field that stands where core does not read it. */
interface Unread {
  /** The path where core reads it. */
  readonly wanted: string;
  readonly diagnostic: Diagnostic;
}

/** Fields that core would not read, because an optional field of the contract has nearly their name or another place. A warning, since they may be the provider's own. */
function unreadFields({ kind, contracts, schema }: Checked): Unread[] {
  const fields = fieldsOfKind(kind);
  // Those of other contracts, too: a kind may have both.
  const known = new Set(fields.map(({ path }) => path));
  const absent = fields.filter(
    (field) =>
      field.missing === undefined &&
      contracts.some((contract) => field.contracts.includes(contract)) &&
      schemaAt(schema, field.path) === undefined,
  );
  return absent.flatMap((field) => {
    const found = misspelt(field.path, schema, known) ?? inOtherPart(field, schema, known);
    const older = ofOtherContract(field, fields, schema);
    return [
      ...(found === undefined ? [] : [{ ...found, message: `core reads ${field.path}, and not ${found.path}` }]),
      ...(older === undefined ? [] : [older]),
    ].map(({ path, ...text }) => ({
      wanted: field.path,
      diagnostic: atMostWarning(problem({ kind, rule: field.rule }, text, path)),
    }));
  });
}

/** A field that core does not read, and what to do about it. */
interface UnreadField {
  readonly path: string;
  readonly help: string;
}

/** A misspelling changes so many characters of a name. */
const mostChanged = 2;

function misspelt(path: string, schema: JSONSchema, known: ReadonlySet<string>): UnreadField | undefined {
  const at = path.lastIndexOf(".");
  const [parent, name] = [path.slice(0, at), path.slice(at + 1)];
  const others = Object.keys(schemaAt(schema, parent)?.properties ?? {});
  const unknown = others.filter((other) => !known.has(`${parent}.${other}`));
  const like = nearestOf(name, unknown, mostChanged);
  if (like === undefined) return undefined;
  const help = `rename it to \`${name}\`, or, if it is a field of your own, give it a name that is less alike`;
  return { path: `${parent}.${like}`, help };
}

/** The same field of the spec instead of the status, or of the status instead of the spec. */
function inOtherPart(
  { path, shape }: ContractField,
  schema: JSONSchema,
  known: ReadonlySet<string>,
): UnreadField | undefined {
  const [part, ...rest] = path.split(".");
  const other = [part === "spec" ? "status" : "spec", ...rest].join(".");
  const found = schemaAt(schema, other);
  if (found === undefined || known.has(other) || !shapeSchemas[shape](found)) return undefined;
  return { path: other, help: `move it to the ${part}, or, if it is a field of your own, give it another name` };
}

/**
 * The field where another contract has it. Only a field that core writes: the API server would prune it, while a provider that
 * reports something may have a field of its own in the other place.
 */
function ofOtherContract(
  { name, path, writer, contracts }: ContractField,
  fields: readonly ContractField[],
  schema: JSONSchema,
): (UnreadField & ProblemText) | undefined {
  if (writer !== "core") return undefined;
  const other = fields.find((field) => field.name === name && schemaAt(schema, field.path) !== undefined);
  if (other === undefined) return undefined;
  const message = `contract ${contracts.join(" and ")} has ${path}, and not ${other.path}`;
  return { path: other.path, message, help: `declare ${path}` };
}

/** Fields that the contract demands beside one that the kind has, except those that are reported already. */
function companionProblems(
  { definition, kind, contracts, schema }: Checked,
  reported: ReadonlySet<string>,
): Diagnostic[] {
  const { companions = [] } = kindContracts[kind];
  const isDeclared = (path: string): boolean => reported.has(path) || schemaAt(schema, path) !== undefined;
  return companions
    .filter(({ of }) => isDeclared(of))
    .filter((companion) => contracts.some((contract) => companion.contracts.includes(contract)))
    .flatMap((companion) => {
      const missing = missingCompanions(companion, isDeclared, definition);
      if (missing === "") return [];
      const text = { message: `${companion.of} is declared without ${missing}`, help: companion.help };
      return [atMostWarning(problem({ kind, rule: companion.rule }, text, companion.of))];
    });
}

/** What is missing, in words; empty if nothing is. */
function missingCompanions(
  companion: CompanionRule,
  isDeclared: (path: string) => boolean,
  { scale }: KindDefinition,
): string {
  if ("needsScale" in companion) return scale === undefined ? "the scale subresource" : "";
  const { needs, orElse } = companion;
  if (orElse !== undefined && isDeclared(orElse)) return "";
  const missing = needs.filter((path) => !isDeclared(path));
  const all = missing.join(", ").replace(/, (?=[^,]*$)/, " and ");
  return orElse === undefined || missing.length === 0 ? all : `${all} or ${orElse}`;
}

function fieldProblem(field: ContractField, schema: JSONSchema): ProblemText | undefined {
  const found = schemaAt(schema, field.path);
  if (found === undefined) return field.missing;
  if (!shapeSchemas[field.shape](found)) return field.wrong;
  return isRequiredAt(schema, field.path) ? field.required : undefined;
}

function templateProblems({ kind, contracts, schema }: Checked): Diagnostic[] {
  if (contracts.length === 0) return [];
  const missing = ["labels", "annotations"]
    .map((field) => `spec.template.metadata.${field}`)
    .filter((path) => !isTextMap(schemaAt(schema, path)));
  const help = "type the template's metadata `TemplateObjectMeta`";
  return missing.map((path) =>
    problem({ kind, rule: "template" }, { message: `the API server prunes ${path}`, help }, path),
  );
}

function boundProblems({ kind, contracts, schema }: Checked, isTemplate: boolean): Diagnostic[] {
  const isBroken = (bound: BoundRule): boolean => {
    const found = schemaAt(schema, bound.path);
    return found !== undefined && !holds(bound.demand, found);
  };
  return boundsOfKind(kind)
    .filter(({ ofTemplate = false }) => ofTemplate === isTemplate)
    .filter((bound) => contracts.some((contract) => bound.contracts.includes(contract)) && isBroken(bound))
    .map((bound) => atMostWarning(problem({ kind, rule: bound.rule }, bound, bound.path)));
}

/** Core accepts most objects whose schema leaves a bound out, so a missing bound is at most a warning. */
function atMostWarning(found: Diagnostic): Diagnostic {
  return found.severity === "error" ? { ...found, severity: "warning" } : found;
}

function holds(demand: Demand, schema: JSONSchema): boolean {
  if ("absent" in demand) return false;
  if ("listType" in demand) return schema["x-kubernetes-list-type"] === demand.listType;
  if ("shape" in demand) return shapeSchemas[demand.shape](schema);
  if ("listMapKeys" in demand) {
    const keys = schema["x-kubernetes-list-map-keys"] ?? [];
    return schema["x-kubernetes-list-type"] === "map" && demand.listMapKeys.every((key) => keys.includes(key));
  }
  const value = schema[demand.keyword];
  if (value === undefined) return false;
  return "atMost" in demand ? value <= demand.atMost : value >= demand.atLeast;
}
