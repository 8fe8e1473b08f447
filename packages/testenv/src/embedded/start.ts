// Starts the embedded API server: certificates, state, controllers and one HTTPS listener in this process.
import { formatKubeconfig, isJsonObject, type ClusterCredentials } from "@capstan/kube";
import { startServer, type RunningServer } from "@capstan/serve";
import { type CertificateAuthority, createCertificateAuthority } from "@capstan/serve/certificates";
import { type TestControlPlane, userCredentials } from "../test-env.ts";
import { envtestError } from "../envtest/errors.ts";
import { testenvError } from "../errors.ts";
import { StatusError } from "./api-status.ts";
import { updateObject } from "./write/change-object.ts";
import { ContentController } from "./controllers/content-controller.ts";
import { createObject } from "./write/create-object.ts";
import { decodeObject } from "./write/decode-object.ts";
import { Faults } from "./faults.ts";
import { type EmbeddedChangeListener, followChanges } from "./follow-changes.ts";
import { GarbageCollector } from "./controllers/garbage-collector.ts";
import { HttpHandler } from "./http/handler.ts";
import { ListPages } from "./read/list-objects.ts";
import type { AccessDecision } from "./access/users.ts";
import { ServerState } from "./server-state.ts";
import { systemContext } from "./write/write-context.ts";
import type { ObjectPlace } from "./write/write-rules.ts";

/** Settings of the embedded server. */
export interface EmbeddedOptions {
  /** Delete dependents of deleted owners. Default: true. With false it behaves as the real backend without a controller manager. */
  readonly garbageCollection?: boolean;
  /** The port on 127.0.0.1. Default: any free one. */
  readonly port?: number;
  /**
   * Answers SubjectAccessReviews and SelfSubjectAccessReviews. Requests themselves are not checked: any authenticated caller has full
   * access. Default: everything is allowed.
   */
  readonly decideAccess?: AccessDecision;
  /**
   * The server's clock, in milliseconds since 1970: for the times of creation and deletion, ages in tables and the ends of tokens. It may jump forward. What has a
   * time of its own keeps the computer's clock: `time` of `changes`, certificates, and whatever clients write. Default: `Date.now`.
   */
  readonly now?: () => number;
}

/** CRDs and settings of a new embedded server. */
export interface StartEmbeddedOptions {
  readonly crds?: readonly object[];
  readonly embedded?: EmbeddedOptions;
}

/** A running embedded server. */
export interface EmbeddedEnv extends TestControlPlane {
  readonly backend: "embedded";
  /** Makes requests fail on request. */
  readonly faults: Faults;
  /**
   * Sends calls to webhooks of a Service to a local URL such as `https://127.0.0.1:9443`. Without a port it applies to all ports
   * of the Service. The webhook's certificate must be valid for `<name>.<namespace>.svc`.
   */
  mapService(service: { readonly namespace: string; readonly name: string; readonly port?: number }, url: string): void;
  /**
   * Follows all writes: calls the listener with every stored object as ADDED at once, and from then on with each write, in the order of
   * their versions, during the request that makes it. The objects are those that the server stores and must not be modified; nothing is copied.
   * Call the returned function to end it.
   *
   * @example
   * const end = env.changes(({ type, kind, key }) => console.log(type, kind, formatKey(key)));
   */
  changes(listener: EmbeddedChangeListener): () => void;
  /**
   * Resolves when garbage collection and the deletion of namespace content have finished. Objects that wait for finalizers, or that
   * a webhook does not allow to be deleted, do not delay it.
   */
  idle(): Promise<void>;
}

const loopback = "127.0.0.1";

/** Starts a server; resolves when it accepts requests and serves the CRDs. */
export async function startEmbedded({ crds = [], embedded = {} }: StartEmbeddedOptions = {}): Promise<EmbeddedEnv> {
  const state = new ServerState(embedded);
  const controllers = [
    new ContentController(state),
    ...(embedded.garbageCollection === false ? [] : [new GarbageCollector(state)]),
  ];
  for (const crd of crds) await applyCrd(state, crd);
  const pages = new ListPages();
  const faults = new Faults({
    forgetHistory: () => {
      state.store.compact();
      pages.clear();
    },
    keep: () => {
      const restore = state.store.keep();
      return () => {
        restore();
        pages.clear();
      };
    },
  });
  const handler = new HttpHandler({ server: state, faults, pages });
  const { server, authority, credentials } = await listen(handler, embedded.port ?? 0);
  const queues = controllers.map(({ queue }) => queue);
  const stop = async (): Promise<void> => {
    for (const queue of queues) queue.stop();
    await server.close({ drainMs: 0 });
  };
  return {
    backend: "embedded",
    credentials,
    faults,
    addUser: (user) => userCredentials({ server: server.url, authority }, user),
    kubeconfig: () => formatKubeconfig(credentials),
    applyCrds: async (more) => {
      for (const crd of more) await applyCrd(state, crd);
    },
    mapService: ({ namespace, name, port }, url) =>
      void state.services.set(`${namespace}/${name}${port === undefined ? "" : `:${port}`}`, url),
    changes: (listener) => followChanges(state.store, listener),
    // Each queue can add work to the other.
    idle: async () => {
      for (let round = 0; round < 2 * queues.length; round++) for (const queue of queues) await queue.idle();
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

async function listen(
  handler: HttpHandler,
  port: number,
): Promise<{ server: RunningServer; authority: CertificateAuthority; credentials: ClusterCredentials }> {
  const authority = createCertificateAuthority({ commonName: "capstan-testenv" });
  const serving = authority.issue({
    commonName: "kube-apiserver",
    dnsNames: ["localhost", "kubernetes", "kubernetes.default.svc"],
    ipAddresses: [loopback, "::1"],
    usages: ["server"],
  });
  const server = await startServer({
    host: loopback,
    port,
    tls: serving,
    clientCa: authority.certPem,
    requireClientCertificate: false,
    routes: [],
    listener: (request, response) => void handler.answer(request, response),
  });
  const admin = { name: "kubernetes-admin", groups: ["system:masters"] };
  return { server, authority, credentials: userCredentials({ server: server.url, authority }, admin) };
}

async function applyCrd(state: ServerState, crd: object): Promise<void> {
  const { kind, metadata } = isJsonObject(crd) ? crd : {};
  const name = isJsonObject(metadata) ? metadata["name"] : undefined;
  if (kind !== "CustomResourceDefinition" || typeof name !== "string")
    throw envtestError("testenv/not-a-crd", { got: JSON.stringify({ kind, name }) });
  try {
    await createOrReplace(state, crd, name);
  } catch (caught) {
    if (caught instanceof StatusError)
      throw testenvError("testenv/crd-rejected", { name, reason: caught.message }, caught);
    throw caught;
  }
}

async function createOrReplace(state: ServerState, crd: object, name: string): Promise<void> {
  const resource = state.kinds.resource("apiextensions.k8s.io", "v1", "customresourcedefinitions");
  if (resource === undefined) throw new Error("CustomResourceDefinition is not in the table of built-in kinds");
  const place: ObjectPlace = { resource, namespace: "", name, subresource: "" };
  const object = decodeObject(structuredClone(crd), resource, "");
  const context = systemContext();
  const exists = state.store.collection(resource.kind).get({ namespace: "", name }) !== undefined;
  if (!exists) await createObject(state, place, { object, context });
  else
    await updateObject(state, place, {
      context,
      change: ({ metadata: { resourceVersion = "" } }) => ({
        ...object,
        metadata: { ...object.metadata, resourceVersion },
      }),
    });
}
