// Routes HTTP requests: authentication, then the resource, then the verb. Every error becomes a Status response here.
import type { IncomingMessage, ServerResponse } from "node:http";
import { describeError, type KubeStatus } from "@capstan/kube";
import { badRequest, internalError, notFound, StatusError } from "../api-status.ts";
import { authenticate } from "../access/authentication.ts";
import type { UserInfo } from "../access/users.ts";
import type { ApiResource, ApiVersion } from "../kinds/api-kind.ts";
import type { View } from "../store/rendering.ts";
import { discoveryDocument } from "./discovery.ts";
import {
  acceptedForm,
  exchangeOf,
  readRequestBody,
  sendJson,
  sendStatus,
  sendText,
  addWarnings,
  type Exchange,
} from "./exchange.ts";
import { ConnectionCut, type FaultMatch } from "../faults.ts";
import { fixedPaths } from "./fixed-paths.ts";
import { getOne, listAll, startWatch } from "./read-verbs.ts";
import { flagOf } from "../read/list-options.ts";
import { parseResourcePath, type RequestInfo } from "./request-info.ts";
import { notAllowed, type ResourceCall, type Runtime, type VerbHandler } from "./resource-call.ts";
import { answerReview, type Review, reviewOf } from "../access/reviews.ts";
import { scaleVerbs } from "./scale-verbs.ts";
import { create, deleteCollection, deleteOne, issueToken, patch, replace } from "./write-verbs.ts";

type Verb = Required<FaultMatch>["verb"];

type Verbs = Readonly<Record<Verb, VerbHandler>>;

const verbs: Verbs = {
  get: getOne,
  list: listAll,
  watch: startWatch,
  create,
  update: replace,
  patch,
  delete: deleteOne,
  deletecollection: deleteCollection,
};

/** Responds to the HTTP requests of one server. */
export class HttpHandler {
  readonly #runtime: Runtime;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  /** Responds to a request; never rejects. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const exchange = exchangeOf(request, response);
    try {
      await this.#route(exchange);
    } catch (caught) {
      if (caught instanceof ConnectionCut || response.headersSent) return void response.destroy();
      sendStatus(exchange, statusOf(caught));
    }
  }

  async #route(exchange: Exchange): Promise<void> {
    const fixed = fixedPaths[exchange.path];
    if (fixed !== undefined) return fixed(exchange);
    const user = authenticate(exchange.request, this.#runtime.server.tokens);
    const document = discoveryDocument(this.#runtime.server.kinds, exchange.path);
    if (document !== undefined) return sendJson(exchange, 200, JSON.stringify(document));
    const info = parseResourcePath(exchange.path);
    if (info === undefined) return sendText(exchange, 404, "404 page not found\n");
    const review = reviewOf(info);
    if (review !== undefined) return this.#review(exchange, review, user);
    await this.#resource(exchange, info, user);
  }

  async #review(exchange: Exchange, review: Review, user: UserInfo): Promise<void> {
    if (exchange.method !== "POST") throw notAllowed();
    sendJson(
      exchange,
      201,
      JSON.stringify(answerReview(this.#runtime.server, review, { body: await readRequestBody(exchange), user })),
    );
  }

  async #resource(exchange: Exchange, info: RequestInfo, user: UserInfo): Promise<void> {
    const resource = this.#runtime.server.kinds.resource(info.group, info.version, info.plural);
    if (resource === undefined) return sendText(exchange, 404, "404 page not found\n");
    const { kind, version } = resource;
    // The path of a Namespace names it twice.
    const namespace = kind.scope === "Cluster" ? "" : info.namespace;
    if (kind.scope === "Cluster" && info.namespace !== "") return sendText(exchange, 404, "404 page not found\n");
    const { name, subresource } = info;
    if (kind.scope === "Namespaced" && name !== "" && namespace === "")
      return sendText(exchange, 404, "404 page not found\n");
    const verb = verbOf(exchange, info);
    await this.#runtime.faults.apply({ verb, plural: info.plural, group: info.group, namespace, name, subresource });
    if (version.warning !== undefined) addWarnings(exchange, [version.warning]);
    const call: ResourceCall = {
      runtime: this.#runtime,
      exchange,
      user,
      view: { ...resource, ...formOf(exchange, version), now: this.#runtime.server.now },
      place: { resource, namespace, name, subresource },
    };
    await handlerOf(resource, subresource, { verb, name })(call);
  }
}

/** How objects are shown. Only what is read is shown as tables. */
function formOf({ request, method, query }: Exchange, { columns }: ApiVersion): Pick<View, "form" | "included"> {
  const form = acceptedForm(request, method === "GET" && columns !== undefined);
  const given = query.get("includeObject") ?? "";
  if (form !== "table" || given === "") return { form };
  if (given === "None" || given === "Metadata" || given === "Object") return { form, included: given };
  throw badRequest(`unrecognized includeObject value: ${JSON.stringify(given)}`);
}

/** The verbs of a subresource; undefined when the kind does not have it. */
function subresourceVerbs({ kind, version }: ApiResource, subresource: string): Partial<Verbs> | undefined {
  if (subresource === "status" && version.status) return { get: getOne, update: replace, patch };
  if (subresource === "scale" && version.scale !== undefined) return scaleVerbs(version.scale);
  if (kind.group !== "") return undefined;
  if (subresource === "finalize" && kind.plural === "namespaces") return { update: replace };
  return subresource === "token" && kind.plural === "serviceaccounts" ? { create: issueToken } : undefined;
}

function handlerOf(
  resource: ApiResource,
  subresource: string,
  { verb, name }: { readonly verb: Verb; readonly name: string },
): VerbHandler {
  const supported = subresource === "" ? verbs : subresourceVerbs(resource, subresource);
  if (supported === undefined) throw notFound(resource.kind, name);
  const handler = supported[verb];
  if (handler === undefined) throw notAllowed();
  return handler;
}

/** The verbs of methods, for each kind of path. */
const ofCollection: Readonly<Record<string, Verb>> = { GET: "list", POST: "create", DELETE: "deletecollection" };
const ofObject: Readonly<Record<string, Verb>> = { GET: "get", PUT: "update", PATCH: "patch", DELETE: "delete" };
const ofSubresource: Readonly<Record<string, Verb>> = { ...ofObject, POST: "create" };

function verbOf({ method, query }: Exchange, { name, subresource }: RequestInfo): Verb {
  const ofMethod = name === "" ? ofCollection : subresource === "" ? ofObject : ofSubresource;
  const verb = ofMethod[method];
  if (verb === undefined) throw notAllowed();
  // A watch of one object selects it by a field selector.
  return verb === "list" && flagOf(query, "watch") === true ? "watch" : verb;
}

/** The Status of an error: malformed requests are the caller's error, everything else is an internal error. */
function statusOf(caught: unknown): KubeStatus {
  if (caught instanceof StatusError) return caught.status;
  if (caught instanceof URIError) return badRequest("the path has an invalid escape sequence").status;
  // Only walks over the caller's documents recurse.
  if (caught instanceof RangeError) return badRequest("the document is nested too deeply").status;
  return internalError(describeError(caught)).status;
}
