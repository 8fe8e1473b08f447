// Several patches of one class: the templates of a later one are those that the one before has patched. Where that makes another template now, the later one gets it.
import { createHash } from "node:crypto";
import { builtinVariable, type GeneratePatchesRequestItem } from "@capstan/api/hooks/v1alpha1";
import { type PatchAnswer, patchedTemplates, type RecordedCall } from "@capstan/extension-kit/testing";
import { createJsonPatch, getAt, isJsonObject, type KubeObject } from "@capstan/kube";
import {
  ChainedCall,
  type ChainedItem,
  haveSameVariables,
  type ObjectTemplates,
  type ChainVariables,
} from "./chained-call.ts";
import { PatchOrder } from "./patch-order.ts";

/** The recorded calls of patches and checks. What a call was sent shows which patch has made it; where it stands on the tape does not. */
export class PatchChain {
  /** The numbers of the calls, each after those that have made its templates. */
  readonly order: readonly number[];
  readonly #calls: readonly ChainedCall[];
  readonly #orders = new Map<string, PatchOrder>();
  /** The templates for each object that uses them. */
  readonly #objects = new Map<string, ObjectTemplates>();

  constructor(calls: readonly RecordedCall[]) {
    const items = calls.map((call) => this.#itemsIn(call));
    this.#calls = items.map((each) => new ChainedCall(each));
    for (const each of Map.groupBy(items.flat(), ({ all }) => all).values()) learnOrder(each);
    const places = this.#calls.map(({ place }) => place);
    const placeOf = (number: number): number => places[number] ?? 0;
    this.order = [...calls.keys()].toSorted((one, other) =>
      placeOf(one) < placeOf(other) ? -1 : Number(placeOf(one) > placeOf(other)),
    );
  }

  /** The call with this number. */
  at(number: number): ChainedCall {
    return this.#calls[number] ?? new ChainedCall([]);
  }

  #itemsIn(call: RecordedCall): readonly ChainedItem[] {
    const { handler, request } = call;
    if (call.response.status !== "Success" || !hasTemplates(call)) return [];
    const isPatch = call.hook === "GeneratePatches";
    const templates = isPatch ? recordedTemplates(call) : [];
    const order = getOrAdd(this.#orders, classOf(call), () => new PatchOrder());
    const patch = isPatch ? patchOf(call) : undefined;
    const global = valuesOf(request["variables"]);
    return itemsIn(call).map(({ holderReference, object, variables }, index): ChainedItem => {
      const all = getOrAdd(this.#objects, JSON.stringify([call.cluster, holderReference]), noTemplates);
      const template = templates[index];
      const made = template && digestOf(template);
      const item: ChainedItem = {
        handler,
        patch,
        order,
        variables: [global, valuesOf(variables)],
        kind: String(getAt(object, ["kind"])),
        sent: digestOf(object),
        made,
        all,
        origin: object,
      };
      if (made !== undefined && patch !== undefined)
        getOrAdd(getOrAdd(all.made, made, newPatches), patch, newItems).push(item);
      return item;
    });
  }
}

const noTemplates = (): ObjectTemplates => ({ made: new Map(), changed: new Map() });
const newPatches = (): Map<string, ChainedItem[]> => new Map();
const newItems = (): ChainedItem[] => [];
const newNames = (): Set<string> => new Set();

/** Whether templates are sent in calls of the hook. */
export function hasTemplates({ hook }: Pick<RecordedCall, "hook">): boolean {
  return hook === "GeneratePatches" || hook === "ValidateTopology";
}

/** The items of a request, as a copy. */
export function itemsIn({ request }: RecordedCall): GeneratePatchesRequestItem[] {
  const { items = [] }: Partial<Record<"items", GeneratePatchesRequestItem[]>> = JSON.parse(JSON.stringify(request));
  return items;
}

/** What the recorded patches have made; nothing where they cannot be applied. */
function recordedTemplates(call: RecordedCall): readonly KubeObject[] {
  const answer: PatchAnswer = JSON.parse(JSON.stringify(call.response));
  try {
    return patchedTemplates(itemsIn(call), answer);
  } catch {
    return [];
  }
}

/** What the templates for one object show of the order of patches. */
function learnOrder(items: readonly ChainedItem[]): void {
  const changing = items.filter(({ made, sent }) => made !== undefined && made !== sent);
  const makers = new Map<string, Set<string>>();
  for (const { made = "", patch = "" } of changing) getOrAdd(makers, made, newNames).add(patch);
  const alike = Map.groupBy(changing, ({ sent }) => sent);
  for (const item of items) {
    const { patch, order, sent } = item;
    if (patch === undefined) continue;
    for (const maker of makers.get(sent) ?? []) if (maker !== patch) order.follows(maker, patch);
    // It would have been sent what the other one makes. Two that took turns while calls were recorded are such patches, too.
    for (const other of alike.get(sent) ?? [])
      if (other.patch !== undefined && other.patch !== patch && order.mayBeBefore(other.patch, patch))
        if (haveSameVariables(item, other)) order.doesNotFollow(other.patch, patch);
  }
}

/** A class can name one handler several times, with other settings; and its settings can change. */
function patchOf({ handler, request }: RecordedCall): string {
  return JSON.stringify([handler, request["settings"] ?? {}]);
}

/** The ClusterClass of a call; its Cluster where the request does not have it. */
function classOf({ cluster, request }: RecordedCall): string {
  const variables = Array.isArray(request["variables"]) ? request["variables"] : [];
  const builtin: unknown = variables.find((each) => getAt(each, ["name"]) === builtinVariable);
  const topology = getAt(builtin, ["value", "cluster", "topology"]);
  const named = isJsonObject(topology) ? [topology["classRef"], topology["classNamespace"], topology["class"]] : [];
  return JSON.stringify(named.some((each) => each !== undefined) ? named : [cluster]);
}

function valuesOf(variables: unknown): ChainVariables {
  const all: readonly unknown[] = Array.isArray(variables) ? variables : [];
  return new Map(all.map((each) => [String(getAt(each, ["name"])), sortedJson(getAt(each, ["value"]))]));
}

/** A digest that does not depend on the order of fields. */
function digestOf(template: unknown): string {
  return createHash("sha256").update(sortedJson(template)).digest("base64");
}

function sortedJson(value: unknown): string {
  const sorted = (_: string, each: unknown): unknown =>
    isJsonObject(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : each;
  return JSON.stringify(value, sorted) ?? "";
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = create();
  map.set(key, value);
  return value;
}

/** The answer that makes these templates of the items. */
export function answerFor(items: readonly GeneratePatchesRequestItem[], wanted: readonly KubeObject[]): PatchAnswer {
  return {
    items: items.map(({ uid, object }, index) => ({
      uid,
      patchType: "JSONPatch",
      patch: Buffer.from(JSON.stringify(createJsonPatch(object, wanted[index] ?? object))).toString("base64"),
    })),
  };
}
