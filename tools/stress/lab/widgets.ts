// The definition of the kind and its objects in the API server.
import type { Widget } from "../manager/widget.ts";
import type { Api } from "./api.ts";
import { delay } from "./until.ts";

/** The namespace of the objects, the managers' accounts and their Lease. */
export const namespace = "stress";

const group = "stress.example.com";
const crdName = `widgets.${group}`;
const crdPath = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${crdName}`;
const mostAtOnce = 24;

const schema = {
  openAPIV3Schema: {
    type: "object",
    required: ["spec"],
    properties: {
      spec: {
        type: "object",
        properties: {
          value: { type: "integer" },
          task: { type: "string" },
          ms: { type: "integer" },
          account: { type: "string" },
        },
      },
      status: {
        type: "object",
        properties: {
          observedGeneration: { type: "integer" },
          value: { type: "integer" },
          message: { type: "string" },
        },
      },
    },
  },
};

/** The definition with both versions; one of them is stored. */
export function widgetCrd(stored: "v1" | "v2"): object {
  const names = { kind: "Widget", listKind: "WidgetList", plural: "widgets", singular: "widget" };
  const versions = ["v1", "v2"].map((name) => ({
    name,
    served: true,
    storage: name === stored,
    schema,
    subresources: { status: {} },
  }));
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: crdName },
    spec: { group, names, scope: "Namespaced", versions },
  };
}

/** The path of all objects, or of one. */
export function widgetPath(name?: string): string {
  const all = `/apis/${group}/v1/namespaces/${namespace}/widgets`;
  return name === undefined ? all : `${all}/${name}`;
}

function widgetName(index: number): string {
  return `widget-${index}`;
}

/** Creates so many objects. */
export async function createWidgets(api: Api, count: number): Promise<void> {
  await eachWidget({ count }, (name) =>
    api.json({
      method: "POST",
      path: widgetPath(),
      body: { apiVersion: `${group}/v1`, kind: "Widget", metadata: { name }, spec: { value: 0 } },
    }),
  );
}

/** Some of the objects, by their numbers. */
export interface Range {
  /** Default: 0. */
  readonly from?: number;
  readonly count: number;
}

/** The names of some objects. */
export function namesOf({ from = 0, count }: Range): readonly string[] {
  return Array.from({ length: count }, (_, i) => widgetName(from + i));
}

/** Changes the specs of objects; null removes a field. */
export async function patchSpecs(
  api: Api,
  range: Range,
  spec: { readonly [Field in keyof Widget["spec"]]?: Widget["spec"][Field] | null },
): Promise<void> {
  await eachWidget(range, (name) => api.json({ method: "PATCH", path: widgetPath(name), body: { spec } }));
}

async function eachWidget(range: Range, call: (name: string) => Promise<unknown>): Promise<void> {
  await atOnce(namesOf(range), call);
}

/** Makes a call for each name, a few at once. */
export async function atOnce(names: readonly string[], call: (name: string) => Promise<unknown>): Promise<void> {
  const left = names.toReversed();
  const worker = async (): Promise<void> => {
    for (let name = left.pop(); name !== undefined; name = left.pop()) await call(name);
  };
  await Promise.all(Array.from({ length: mostAtOnce }, worker));
}

/** Every object, as the API server has it. */
export async function listWidgets(api: Api): Promise<readonly Widget[]> {
  return (await api.json<{ items: Widget[] }>({ method: "GET", path: widgetPath() })).items;
}

/** Deletes the definition with every object; resolves when it does not exist any more. */
export async function deleteCrd(api: Api): Promise<void> {
  await api.json({ method: "DELETE", path: crdPath });
  while ((await api.call({ method: "GET", path: crdPath })).status !== 404) await delay(100);
}
