// Answers HTTP requests: who calls, which resource and verb it is, and the table of what each verb does. Everything thrown on
// the way becomes a Status here, and nowhere else.
import type { IncomingMessage, ServerResponse } from "node:http";
import { describeError } from "@capstan/kube";
import { badRequest, internalError, notFound, refusal, StatusError } from "./api-status.ts";
import { authenticate, type UserInfo } from "./authentication.ts";
import { decodeObject } from "./decode-object.ts";
import { deleteObject, parseDeleteOptions } from "./delete-object.ts";
import { discoveryDocument } from "./discovery.ts";
import {
  contentType,
  exchangeOf,
  readBody,
  readPatch,
  sendJson,
  sendStatus,
  sendText,
  setWarnings,
  type Exchange,
} from "./exchange.ts";
import { ConnectionCut, type FaultMatch, type Faults } from "./faults.ts";
import { fixedPaths } from "./fixed-paths.ts";
import { ListPages, listObjects, parseVersion } from "./list-objects.ts";
import { acceptedForm } from "./negotiate.ts";
import { patchChange } from "./patch-object.ts";
import { textOf, type View } from "./rendering.ts";
import { parseResourcePath, type RequestInfo } from "./request-info.ts";
import { answerReview, answerTokenRequest, isReview } from "./reviews.ts";
import { parseSelection } from "./selectors.ts";
import type { ServerState } from "./server-state.ts";
import { updateChange } from "./update-object.ts";
import { watchObjects } from "./watch-objects.ts";
import { writeContext, type WriteContext } from "./write-context.ts";
import { createObject, updateObject, type ObjectPlace, type Written } from "./write-object.ts";

/** A request that has been found to be about a resource. */
interface ResourceCall {
  readonly exchange: Exchange;
  readonly user: UserInfo;
  readonly view: View;
  readonly place: ObjectPlace;
}

type Verb = Required<FaultMatch>["verb"];

/** Speaks HTTP for a server's state. */
export class Handler {
  readonly pages: ListPages = new ListPages();
  readonly #server: ServerState;
  readonly #faults: Faults;

  constructor(server: ServerState, faults: Faults) {
    this.#server = server;
    this.#faults = faults;
  }

  /** Answers a request; never rejects. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const exchange = exchangeOf(request, response);
    try {
      await this.#route(exchange);
    } catch (caught) {
      if (caught instanceof ConnectionCut || response.headersSent) return void response.destroy();
      const { status } = caught instanceof StatusError ? caught : internalError(describeError(caught));
      sendStatus(exchange, status);
    }
  }

  async #route(exchange: Exchange): Promise<void> {
    const fixed = fixedPaths[exchange.path];
    if (fixed !== undefined) return fixed(exchange);
    const user = authenticate(exchange.request, this.#server.tokens);
    const document = discoveryDocument(this.#server.kinds, exchange.path);
    if (document !== undefined) return sendJson(exchange, 200, JSON.stringify(document));
    const info = parseResourcePath(exchange.path);
    if (info === undefined) return sendText(exchange, 404, "404 page not found\n");
    if (isReview(info.group, info.version, info.plural)) return this.#review(exchange, info, user);
    await this.#resource(exchange, info, user);
  }

  async #review(exchange: Exchange, info: RequestInfo, user: UserInfo): Promise<void> {
    if (exchange.method !== "POST") throw notAllowed();
    sendJson(exchange, 201, JSON.stringify(answerReview(this.#server, info, { body: await readBody(exchange), user })));
  }

  async #resource(exchange: Exchange, info: RequestInfo, user: UserInfo): Promise<void> {
    const resource = this.#server.kinds.resource(info.group, info.version, info.plural);
    if (resource === undefined) return sendText(exchange, 404, "404 page not found\n");
    const { kind, version } = resource;
    // Namespaces are addressed as if they were in themselves.
    const namespace = kind.scope === "Cluster" ? "" : info.namespace;
    if (kind.scope === "Cluster" && info.namespace !== "") return sendText(exchange, 404, "404 page not found\n");
    const { name, subresource } = info;
    if (kind.scope === "Namespaced" && name !== "" && namespace === "")
      return sendText(exchange, 404, "404 page not found\n");
    const verb = verbOf(exchange, name);
    await this.#faults.meet({ verb, plural: info.plural, group: info.group, namespace, name, subresource });
    if (version.warning !== undefined) setWarnings(exchange, [version.warning]);
    const call: ResourceCall = {
      exchange,
      user,
      view: { ...resource, form: acceptedForm(exchange.request) },
      place: { resource, namespace, name, subresource },
    };
    if (subresource === "token" && info.plural === "serviceaccounts" && verb === "create") return this.#token(call);
    if (!isSubresource(resource.version.status, info)) throw notFound(kind, name);
    if (subresource !== "" && !["get", "update", "patch"].includes(verb)) throw notAllowed();
    await this.#verbs[verb](call);
  }

  readonly #verbs: Readonly<Record<Verb, (call: ResourceCall) => Promise<void> | void>> = {
    get: (call) => this.#get(call),
    list: (call) => this.#list(call),
    watch: (call) => this.#watch(call),
    create: (call) => this.#create(call),
    update: (call) => this.#update(call),
    patch: (call) => this.#patch(call),
    delete: (call) => this.#delete(call),
    deletecollection: (call) => this.#deleteCollection(call),
  };

  async #token({ exchange, place }: ResourceCall): Promise<void> {
    sendJson(exchange, 201, JSON.stringify(answerTokenRequest(this.#server, place, await readBody(exchange))));
  }

  async #get({ exchange, view, place }: ResourceCall): Promise<void> {
    const stored = this.#server.store.collection(view.kind).get(place);
    parseVersion(exchange.query.get("resourceVersion"));
    if (stored === undefined) throw notFound(view.kind, place.name);
    sendJson(exchange, 200, await textOf(view, stored));
  }

  async #list({ exchange, view, place }: ResourceCall): Promise<void> {
    sendJson(
      exchange,
      200,
      await listObjects(this.#server, this.pages, { view, namespace: place.namespace, query: exchange.query }),
    );
  }

  #watch({ exchange, view, place }: ResourceCall): void {
    watchObjects(this.#server, exchange, { view, namespace: place.namespace, name: place.name, faults: this.#faults });
  }

  async #create(call: ResourceCall): Promise<void> {
    const { exchange, user, place } = call;
    if (place.name !== "") throw notAllowed();
    if (place.resource.kind.scope === "Namespaced" && place.namespace === "")
      throw badRequest("an empty namespace may not be set during creation");
    const context = writeContext(exchange.query, user);
    const object = decodeObject(await readBody(exchange), place.resource, place.namespace);
    await this.#written(call, {
      code: 201,
      context,
      written: await createObject(this.#server, place, { object, context }),
    });
  }

  async #update(call: ResourceCall): Promise<void> {
    const { exchange, user, place } = call;
    if (place.name === "") throw notAllowed();
    const context = writeContext(exchange.query, user);
    const change = updateChange(place, decodeObject(await readBody(exchange), place.resource, place.namespace));
    await this.#written(call, {
      code: 200,
      context,
      written: await updateObject(this.#server, place, { change, context }),
    });
  }

  async #patch(call: ResourceCall): Promise<void> {
    const { exchange, user, place } = call;
    if (place.name === "") throw notAllowed();
    const context = writeContext(exchange.query, user);
    const mediaType = contentType(exchange);
    const change = patchChange(place, mediaType);
    const patch = await readPatch(exchange);
    await this.#written(call, {
      code: 200,
      context,
      written: await updateObject(this.#server, place, { change: (current) => change(current, patch), context }),
    });
  }

  async #written(
    { exchange, view }: ResourceCall,
    { code, context, written }: { readonly code: number; readonly context: WriteContext; readonly written: Written },
  ): Promise<void> {
    const { version } = view;
    setWarnings(exchange, [...(version.warning === undefined ? [] : [version.warning]), ...context.warnings]);
    sendJson(
      exchange,
      code,
      written.stored === undefined ? JSON.stringify(written.object) : await textOf(view, written.stored),
    );
  }

  async #delete({ exchange, user, view, place }: ResourceCall): Promise<void> {
    const options = parseDeleteOptions(await readBody(exchange), exchange.query);
    const context = writeContext(exchange.query, user);
    const { stored, gone } = await deleteObject(this.#server, place, { options, context });
    setWarnings(exchange, context.warnings);
    sendJson(
      exchange,
      200,
      gone ? JSON.stringify(deletedStatus(place, stored.object.metadata.uid)) : await textOf(view, stored),
    );
  }

  async #deleteCollection(call: ResourceCall): Promise<void> {
    const { exchange, user, view, place } = call;
    const options = parseDeleteOptions(await readBody(exchange), exchange.query);
    const selection = parseSelection(view, exchange.query);
    const context = writeContext(exchange.query, user);
    const text = await listObjects(this.#server, this.pages, {
      view,
      namespace: place.namespace,
      query: exchange.query,
    });
    const chosen = this.#server.store
      .collection(view.kind)
      .list(place.namespace)
      .filter(({ object }) => selection.matches(object));
    for (const { object } of chosen) {
      const { name = "", namespace = "" } = object.metadata;
      await deleteObject(this.#server, { ...place, name, namespace }, { options, context }).catch(ignoreGone);
    }
    sendJson(exchange, 200, text);
  }
}

function ignoreGone(error: unknown): void {
  if (!(error instanceof StatusError) || error.status.code !== 404) throw error;
}

function notAllowed(): StatusError {
  return refusal("MethodNotAllowed", "the server does not allow this method on the requested resource");
}

/** Whether the path ends in something the kind has: nothing, its status, or a namespace's finalization. */
function isSubresource(status: boolean, { subresource, group, plural }: RequestInfo): boolean {
  return (
    subresource === "" ||
    (subresource === "status" && status) ||
    (subresource === "finalize" && group === "" && plural === "namespaces")
  );
}

function verbOf({ method, query }: Exchange, name: string): Verb {
  const watching = ["true", "1", ""].includes(query.get("watch") ?? "false");
  switch (method) {
    case "GET":
    case "HEAD":
      return watching ? "watch" : name === "" ? "list" : "get";
    case "POST":
      return "create";
    case "PUT":
      return "update";
    case "PATCH":
      return "patch";
    case "DELETE":
      return name === "" ? "deletecollection" : "delete";
    default:
      throw notAllowed();
  }
}

function deletedStatus({ resource: { kind }, name }: ObjectPlace, uid: string | undefined): object {
  const details = { name, ...(kind.group === "" ? {} : { group: kind.group }), kind: kind.plural, uid };
  return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", details };
}
