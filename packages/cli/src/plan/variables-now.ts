// The variables that patches would get now: a handler of variables may declare other defaults than when calls were recorded. Cluster API adds those of variables that a
// Cluster does not set, and of fields of values that it sets; a default that it has once added is a value of the Cluster, and stays.
import type { ClusterClassVariable } from "@capstan/api/core/v1beta2";
import { builtinVariable, type GeneratePatchesRequest } from "@capstan/api/hooks/v1alpha1";
import { valueWithDefaults } from "@capstan/core-sim";
import type { RecordedCall } from "@capstan/extension-kit/testing";
import { deepEqual } from "@capstan/kube";

type Variables = NonNullable<GeneratePatchesRequest["variables"]>;
type Definitions = readonly Pick<ClusterClassVariable, "name" | "schema">[];

/** What a recorded handler of variables declared, and what is declared now. */
interface Declared {
  readonly call: RecordedCall;
  readonly was: Definitions;
  readonly is: Definitions;
}

/** The hooks whose requests have variables. */
const withVariables: readonly string[] = ["GeneratePatches", "ValidateTopology"];

/** What is declared now for the variables of a tape. */
export class VariablesNow {
  readonly #declared: Declared[] = [];
  readonly #unsure = new Set<Declared>();
  readonly #undeclared: RecordedCall[] = [];

  /** Adds a recorded call of DiscoverVariables with the answer that it gets now. */
  add(call: RecordedCall, answer: object): void {
    this.#declared.push({ call, was: definitionsOf(call.response), is: definitionsOf(answer) });
  }

  /** Whether no recorded call of DiscoverVariables has an answer now. */
  get isEmpty(): boolean {
    return this.#declared.length === 0;
  }

  /** Calls of which it is not known whose variables they declare, although they declare others now. */
  get unsure(): readonly RecordedCall[] {
    return [...this.#unsure].map(({ call }) => call);
  }

  /** Calls of patches whose variables none of the recorded answers declares. */
  get undeclared(): readonly RecordedCall[] {
    return this.#undeclared;
  }

  /** The request as Cluster API would send it with what is declared now. */
  sentNow(sent: RecordedCall): RecordedCall["request"] {
    const { hook, request } = sent;
    if (!withVariables.includes(hook)) return request;
    const { variables = [], items, settings = {} } = patchRequestOf(request);
    const names = [variables, ...items.map((item) => item.variables ?? [])].flatMap(namesOf);
    const ofSettings = this.#declared.filter(({ call }) => deepEqual(call.request["settings"] ?? {}, settings));
    const declared = ofSettings.filter(({ was }) => mayDeclare(was, names));
    const [first, ...others] = declared;
    if (first === undefined) {
      // A patch that is sent no variable may have no handler of variables.
      if (hook === "GeneratePatches" && (names.length > 0 || ofSettings.length === 0)) this.#undeclared.push(sent);
      return request;
    }
    if (others.some(({ is }) => !deepEqual(is, first.is))) {
      for (const each of declared) if (!deepEqual(each.was, each.is)) this.#unsure.add(each);
      return request;
    }
    // What is not declared any more is not sent, also where the class or another patch still defines it.
    const declaredOf = (values: Variables): Variables =>
      withDefaults(
        values.filter(({ name }) => name === builtinVariable || first.is.some((each) => each.name === name)),
        first.is,
      );
    return {
      ...request,
      variables: withAdded(declaredOf(variables), first.is),
      items: items.map((item) =>
        item.variables === undefined ? item : { ...item, variables: declaredOf(item.variables) },
      ),
    };
  }
}

/** Whether all variables of a request are declared, and all defaults of what is declared are in it. */
function mayDeclare(definitions: Definitions, names: readonly string[]): boolean {
  return (
    names.every((name) => definitions.some((each) => each.name === name)) &&
    definitions.every(({ name, schema }) => schema.openAPIV3Schema.default === undefined || names.includes(name))
  );
}

/** The parts of a request that have variables, as a copy. */
function patchRequestOf(
  request: RecordedCall["request"],
): Pick<GeneratePatchesRequest, "variables" | "items" | "settings"> {
  const copy: Pick<GeneratePatchesRequest, "variables" | "items" | "settings"> = JSON.parse(JSON.stringify(request));
  return copy;
}

function definitionsOf(answer: object): Definitions {
  const { variables = [] }: { readonly variables?: Definitions } = JSON.parse(JSON.stringify(answer));
  return variables;
}

function namesOf(variables: Variables): string[] {
  return variables.map(({ name }) => name).filter((name) => name !== builtinVariable);
}

function withDefaults(variables: Variables, definitions: Definitions): Variables {
  return variables.map((variable) => {
    const definition = definitions.find(({ name }) => name === variable.name);
    const value = definition && valueWithDefaults(variable.value, definition.schema.openAPIV3Schema);
    return value === undefined ? variable : { ...variable, value };
  });
}

function withAdded(variables: Variables, definitions: Definitions): Variables {
  const names = new Set(variables.map(({ name }) => name));
  const added = definitions.flatMap(({ name, schema: { openAPIV3Schema: schema } }) => {
    const value = names.has(name) ? undefined : valueWithDefaults(schema.default, schema);
    return value === undefined ? [] : [{ name, value }];
  });
  return [...variables, ...added];
}
