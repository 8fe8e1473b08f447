// Several patches of one class: the templates of a later one are those that the one before has patched. Where that makes another template now, the later one gets it.
import { createHash } from "node:crypto";
import { builtinVariable, type GeneratePatchesRequestItem } from "@capstan/api/hooks/v1alpha1";
import { type PatchAnswer, patchedTemplates, type RecordedCall } from "@capstan/extension-kit/testing";
import { createJsonPatch, getAt, isJsonObject, type KubeObject } from "@capstan/kube";
import { ChainedCall, type ChainedItem, haveSameVariables, type ChainVariables } from "./chained-call.ts";
import { PatchOrder } from "./patch-order.ts";

/** The recorded calls of patches and checks. What a call was sent shows which patch has made it; where it stands on the tape does not. */
export class PatchChain {
  /** The numbers of the calls, each after those that have made its templates. */
  readonly order: readonly number[];
  readonly #calls: readonly ChainedCall[];
  readonly #orders = new Map<string, PatchOrder>();
  /** The templates for each object, by what was made of them. */
  readonly #made = new Map<string, Map<string, ChainedItem[]>>();

  constructor(calls: readonly RecordedCall[]) {
    const items = calls.map((call) => this.#itemsIn(call));
    this.#calls = items.map((each) => new ChainedCall(each));
    learnOrder(items.flat());
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
    const global = valuesOf(request["variables"]);
    return itemsIn(call).map(({ holderReference, object, variables }, index): ChainedItem => {
      const made = getOrAdd(this.#made, JSON.stringify([call.cluster, holderReference]), newTemplates);
      const item: ChainedItem = {
        handler,
        patch: isPatch ? patchOf(call) : undefined,
        order,
        variables: [global, valuesOf(variables)],
        kind: String(getAt(object, ["kind"])),
        sent: digestOf(object),
        made,
        origin: object,
      };
      const template = templates[index];
      if (template !== undefined) getOrAdd(made, digestOf(template), newItems).push(item);
      return item;
    });
  }
}

const newTemplates = (): Map<string, ChainedItem[]> => new Map();
const newItems = (): ChainedItem[] => [];

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

/** What the templates show of the order of patches. */
function learnOrder(items: readonly ChainedItem[]): void {
  for (const [made, all] of Map.groupBy(items, ({ made }) => made)) {
    const changing = [...made].flatMap(([digest, of]) => of.filter(({ sent }) => sent !== digest));
    const bySent = Map.groupBy(changing, ({ sent }) => sent);
    for (const item of all) {
      const { patch, order, sent } = item;
      if (patch === undefined) continue;
      for (const source of made.get(sent) ?? [])
        if (source.patch !== undefined && source.patch !== patch && source.sent !== sent)
          order.follows(source.patch, patch);
      for (const other of bySent.get(sent) ?? [])
        if (
          other.patch !== undefined &&
          other.patch !== patch &&
          other.handler === item.handler &&
          haveSameVariables(item, other)
        )
          order.doesNotFollow(other.patch, patch);
    }
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
