// What the console does with the calls of hooks: shows one that dev has kept, and calls its handler again with a request that was edited.
import { hookCatalog } from "@capstan/api/catalog";
import type { HookEntry } from "@capstan/api/codegen/v1";
import { describeError, isJsonObject, type JSONValue } from "@capstan/kube";
import { emitYaml, parseYaml } from "@capstan/schema/yaml";
import { sendToAddress } from "../../call/send-call.ts";
import type { CallDetail } from "../../call/shown-call.ts";
import type { CallBook, KeptCall } from "../../dev/call-book.ts";
import { editLimits } from "../edited-yaml.ts";
import type { AgainAnswer, CheckedCall, SetVariable, YamlProblem } from "../wire.ts";
import { callDetail, shownAnswer } from "./call-detail.ts";
import { type CalledAddress, declaredVariables } from "./declared-variables.ts";
import { editedRequest } from "./edited-request.ts";
import { variableFields, withVariable, type DeclaredVariable } from "./variable-fields.ts";

/** Hooks whose requests have variables. */
const withVariables: ReadonlySet<string> = new Set(["GeneratePatches", "ValidateTopology"]);
/** Works on the calls of one session. */
export class CallDesk {
  readonly #calls: Pick<CallBook, "get">;
  /** Where the programs of the project serve hooks, by number. */
  readonly #addresses: readonly CalledAddress[];
  /** What each program declares. */
  readonly #variables = new Map<number, Promise<readonly DeclaredVariable[]>>();

  constructor(calls: Pick<CallBook, "get">, addresses: readonly CalledAddress[]) {
    this.#calls = calls;
    this.#addresses = addresses;
  }

  /** The call; undefined when dev does not have it any more. */
  detail(id: string): CallDetail | undefined {
    const call = this.#calls.get(id);
    return call && callDetail(call, this.#obstacle(call));
  }

  /** Checks a request for the handler of a call. */
  async check(id: string, yaml: string): Promise<CheckedCall> {
    const found = this.#called(id);
    if (found === undefined) return { problems: [], fields: [] };
    const variables = await this.#variablesOf(found.call);
    const { request, problems } = editedRequest(yaml, found.hook, variables);
    return { problems, fields: variableFields(variables, request ?? {}) };
  }

  /** Sets a variable of a request, or a field in one; without a value it is left out. */
  set(yaml: string, path: readonly string[], typed: string | undefined): SetVariable {
    try {
      const [document] = parseYaml(yaml, { limits: editLimits }).documents;
      if (!isJsonObject(document?.value)) return { yaml, problem: "correct the request first" };
      const value = typed === undefined ? undefined : valueOf(typed);
      return { yaml: emitYaml(withVariable(document.value, path, value)), problem: "" };
    } catch (error) {
      return { yaml, problem: describeError(error) };
    }
  }

  /** Calls the handler of a call with another request, where that has no errors. */
  async again(id: string, yaml: string): Promise<AgainAnswer> {
    const found = this.#called(id);
    if (found === undefined) return { problems: [problemOf("dev does not have this call any more")] };
    const { call, hook, address } = found;
    const { request, problems } = editedRequest(yaml, hook, await this.#variablesOf(call));
    if (request === undefined || problems.some(({ severity }) => severity === "error")) return { problems };
    try {
      const sent = await sendToAddress(address, { hook, handler: call.handler, request });
      if ("known" in sent) return { problems: [problemOf(`the project has no handler ${call.handler} any more`)] };
      const answer = shownAnswer({ hook: hook.name, request }, sent.response);
      return { problems, answer: { ...answer, ms: sent.ms } };
    } catch (error) {
      return { problems: [problemOf(describeError(error))] };
    }
  }

  /** The process of a program is another one: it may declare other variables. */
  forget(part: number): void {
    this.#variables.delete(part);
  }

  #obstacle({ request, hook, apiVersion, part }: KeptCall): string {
    if (hookOf({ hook, apiVersion }) === undefined) return "it is no hook of Cluster API";
    if (this.#addresses[part] === undefined) return "its program serves no hooks";
    return request.length > editLimits.characters ? "its request is too large to edit" : "";
  }

  #called(
    id: string,
  ): { readonly call: KeptCall; readonly hook: HookEntry; readonly address: CalledAddress } | undefined {
    const call = this.#calls.get(id);
    const hook = call && hookOf(call);
    const address = call && this.#addresses[call.part];
    return call === undefined || hook === undefined || address === undefined ? undefined : { call, hook, address };
  }

  /** A handler without variables, and one that cannot be reached, has no form. */
  async #variablesOf({ hook, part }: KeptCall): Promise<readonly DeclaredVariable[]> {
    const address = this.#addresses[part];
    if (!withVariables.has(hook) || address === undefined) return [];
    const variables = this.#variables.get(part) ?? declaredVariables(address);
    this.#variables.set(part, variables);
    return variables.catch(() => {
      this.#variables.delete(part);
      return [];
    });
  }
}

function problemOf(message: string): YamlProblem {
  return { severity: "error", line: 0, column: 0, message, help: "" };
}

function hookOf({ hook, apiVersion }: Pick<KeptCall, "hook" | "apiVersion">): HookEntry | undefined {
  const all: readonly HookEntry[] = Object.values(hookCatalog);
  return all.find((entry) => entry.name === hook && entry.apiVersion === apiVersion && !entry.singleton);
}

/** What somebody has typed as YAML. Throws what is wrong with it. */
function valueOf(typed: string): JSONValue {
  const { documents, diagnostics } = parseYaml(typed, { limits: editLimits });
  const [problem] = diagnostics;
  if (problem !== undefined) throw new Error(problem.message);
  const value: JSONValue = JSON.parse(JSON.stringify(documents[0]?.value ?? null));
  return value;
}
