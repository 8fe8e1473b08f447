// Starts the embedded API server: certificates, state, controllers and one HTTPS listener in this process. The other backend
// is ../envtest; callers of both use startTestEnv.
import { formatKubeconfig, type ClusterCredentials } from "@capstan/kube";
import { startServer, type RunningServer } from "@capstan/serve";
import { createCertificateAuthority } from "@capstan/serve/certificates";
import type { TestControlPlane } from "../test-env.ts";
import { envtestError } from "../envtest/errors.ts";
import { testenvError } from "../errors.ts";
import { StatusError } from "./api-status.ts";
import { updateObject } from "./change-object.ts";
import { ContentController } from "./content-controller.ts";
import { createObject } from "./create-object.ts";
import { decodeObject } from "./decode-object.ts";
import { Faults } from "./faults.ts";
import { GarbageCollector } from "./garbage-collector.ts";
import { Handler } from "./handler.ts";
import { ListPages } from "./list-objects.ts";
import { ServerState } from "./server-state.ts";
import { systemContext } from "./write-context.ts";
import type { ObjectPlace } from "./write-rules.ts";

/** What only the embedded server can be told. */
export interface EmbeddedOptions {
  /** Delete dependents of deleted owners. Default: true; false is what the real backend does without a controller manager. */
  readonly garbageCollection?: boolean;
  /** The port. Default: any free one. */
  readonly port?: number;
}

/** What the embedded server starts with. */
export interface StartEmbeddedOptions {
  readonly crds?: readonly object[];
  readonly embedded?: EmbeddedOptions;
}

/** A running embedded server. */
export interface EmbeddedEnv extends TestControlPlane {
  readonly backend: "embedded";
  /** Makes it fail on purpose. */
  readonly faults: Faults;
  /** Says where calls to webhooks of a Service go: `https://127.0.0.1:<port>`; the certificate is checked for `<name>.<namespace>.svc`. */
  mapService(service: { readonly namespace: string; readonly name: string; readonly port?: number }, url: string): void;
  /** Resolves when garbage collection and deletion of content have nothing left to do. */
  idle(): Promise<void>;
}

const loopback = "127.0.0.1";

/** Starts a server; resolves when it answers and serves the CRDs. */
export async function startEmbedded({ crds = [], embedded = {} }: StartEmbeddedOptions = {}): Promise<EmbeddedEnv> {
  const state = new ServerState();
  const controllers = [
    new ContentController(state),
    ...(embedded.garbageCollection === false ? [] : [new GarbageCollector(state)]),
  ];
  for (const crd of crds) await applyCrd(state, crd);
  const pages = new ListPages();
  const faults = new Faults(() => {
    state.store.compact();
    pages.clear();
  });
  const handler = new Handler({ server: state, faults, pages });
  const { server, credentials } = await listen(handler, embedded.port ?? 0);
  const queues = controllers.map(({ queue }) => queue);
  const stop = async (): Promise<void> => {
    for (const queue of queues) queue.stop();
    await server.close({ drainMs: 0 });
  };
  return {
    backend: "embedded",
    credentials,
    faults,
    kubeconfig: () => formatKubeconfig(credentials),
    applyCrds: async (more) => {
      for (const crd of more) await applyCrd(state, crd);
    },
    mapService: ({ namespace, name, port }, url) =>
      void state.services.set(`${namespace}/${name}${port === undefined ? "" : `:${port}`}`, url),
    // What one queue does may be work for the other.
    idle: async () => {
      for (let round = 0; round < 2 * queues.length; round++) for (const queue of queues) await queue.idle();
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

async function listen(
  handler: Handler,
  port: number,
): Promise<{ server: RunningServer; credentials: ClusterCredentials }> {
  const authority = createCertificateAuthority({ commonName: "capstan-testenv" });
  const serving = authority.issue({
    commonName: "kube-apiserver",
    dnsNames: ["localhost", "kubernetes", "kubernetes.default.svc"],
    ipAddresses: [loopback, "::1"],
    usages: ["server"],
  });
  const admin = authority.issue({
    commonName: "kubernetes-admin",
    organizations: ["system:masters"],
    usages: ["client"],
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
  return {
    server,
    credentials: { server: server.url, caData: authority.certPem, certData: admin.certPem, keyData: admin.keyPem },
  };
}

async function applyCrd(state: ServerState, crd: object): Promise<void> {
  const { kind, metadata } = crd as { kind?: unknown; metadata?: { name?: unknown } };
  const name = metadata?.name;
  if (kind !== "CustomResourceDefinition" || typeof name !== "string")
    throw envtestError("testenv/not-a-crd", { got: JSON.stringify({ kind, name }) });
  try {
    await createOrReplace(state, crd, name);
  } catch (caught) {
    if (caught instanceof StatusError)
      throw testenvError("testenv/crd-refused", { name, reason: caught.message }, caught);
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
