// A server state without HTTP for unit tests, with two custom kinds: Widget (schema and status) and Gadget (cluster-scoped).
import type { CustomResourceDefinition } from "@capstan/kube/builtin";
import type { ApiObject } from "../src/embedded/kinds/api-kind.ts";
import type { AccessDecision } from "../src/embedded/access/users.ts";
import { ServerState } from "../src/embedded/server-state.ts";
import { updateObject } from "../src/embedded/write/change-object.ts";
import { createObject } from "../src/embedded/write/create-object.ts";
import { decodeObject } from "../src/embedded/write/decode-object.ts";
import { deleteObject, type Propagation } from "../src/embedded/write/delete-object.ts";
import { systemContext } from "../src/embedded/write/write-context.ts";
import type { ObjectPlace, Written } from "../src/embedded/write/write-rules.ts";

/** Where a test's object is; the namespace is `default`, or empty for cluster-scoped kinds. */
export interface TestObject {
  readonly resource: string;
  readonly name: string;
  readonly namespace?: string;
  readonly subresource?: string;
}

export function widgetCrd(scope: "Namespaced" | "Cluster" = "Namespaced"): CustomResourceDefinition {
  const kind = scope === "Namespaced" ? "Widget" : "Gadget";
  const plural = `${kind.toLowerCase()}s`;
  const open = { type: "object", "x-kubernetes-preserve-unknown-fields": true } as const;
  const size = { type: "integer", minimum: 1, default: 3 } as const;
  const spec = { type: "object", properties: { size, color: { type: "string" } } } as const;
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.example.com` },
    spec: {
      group: "example.com",
      scope,
      names: { kind, plural },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: "object", properties: { spec, status: open } } },
          subresources: { status: {} },
          selectableFields: [{ jsonPath: ".spec.color" }],
        },
      ],
    },
  };
}

/** A state that serves both kinds. */
export async function createState(decideAccess?: AccessDecision): Promise<ServerState> {
  const state = new ServerState({ decideAccess });
  for (const scope of ["Namespaced", "Cluster"] as const) {
    const crd = widgetCrd(scope);
    await create(
      state,
      { resource: "apiextensions.k8s.io/v1/customresourcedefinitions", name: crd.metadata.name ?? "" },
      crd,
    );
  }
  return state;
}

/** The place of an object; `resource` is `version/plural` or `group/version/plural`. */
export function placeOf(state: ServerState, object: TestObject): ObjectPlace {
  const parts = object.resource.split("/");
  const [group = "", version = "", plural = ""] = parts.length === 2 ? ["", ...parts] : parts;
  const resource = state.kinds.resource(group, version, plural);
  if (resource === undefined) throw new Error(`${object.resource} is not served`);
  const namespace = resource.kind.scope === "Cluster" ? "" : (object.namespace ?? "default");
  return { resource, namespace, name: object.name, subresource: object.subresource ?? "" };
}

/** Creates an object; apiVersion, kind and name need not be set. */
export async function create(state: ServerState, at: TestObject, body: object = {}): Promise<Written> {
  const place = placeOf(state, at);
  const apiVersion = at.resource.slice(0, at.resource.lastIndexOf("/"));
  const named = { apiVersion, kind: place.resource.kind.kind, ...body };
  const metadata = { name: at.name, ...("metadata" in body ? (body.metadata as object) : {}) };
  const object = decodeObject({ ...named, metadata }, place.resource, place.namespace);
  return createObject(state, place, { object, context: systemContext() });
}

export function update(state: ServerState, at: TestObject, change: (object: ApiObject) => ApiObject): Promise<Written> {
  return updateObject(state, placeOf(state, at), { change, context: systemContext() });
}

export async function remove(state: ServerState, at: TestObject, propagation?: Propagation): Promise<void> {
  const options = propagation === undefined ? {} : { propagation };
  await deleteObject(state, placeOf(state, at), { options, context: systemContext() });
}

interface Controller {
  readonly queue: { idle(): Promise<void> };
}

const mostTurns = 1000;

/** Resolves when the controllers have nothing to do; rejects when they do not stop. */
export function idleOf(...controllers: readonly Controller[]): () => Promise<void> {
  return async () => {
    for (const { queue } of controllers) {
      let isIdle = false;
      void queue.idle().then(() => (isIdle = true));
      for (let turn = 0; !isIdle; turn++) {
        if (turn === mostTurns) throw new Error("a controller does not stop");
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
  };
}

/** The stored object; undefined when it does not exist. */
export function read(state: ServerState, at: TestObject): ApiObject | undefined {
  const place = placeOf(state, at);
  return state.store.collection(place.resource.kind).get(place)?.object;
}
