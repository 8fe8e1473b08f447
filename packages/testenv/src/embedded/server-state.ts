// Everything the embedded server holds, in one place that its parts are given: kinds, objects, admission, tokens. Definitions
// that are written become kinds here. It has no sockets; http-handler.ts speaks for it.
import { deepEqual } from "@capstan/kube";
import type { AdmissionWebhook, CustomResourceDefinition } from "@capstan/kube/builtin";
import { Admission } from "./admission.ts";
import { apiVersionOf, type ApiKind, type ApiObject } from "./api-kind.ts";
import { builtinKinds } from "./builtin-kinds.ts";
import type { Change } from "./collection.ts";
import { convertByWebhook } from "./conversion-webhook.ts";
import { customKind } from "./custom-kind.ts";
import { KindRegistry } from "./kind-registry.ts";
import { Store } from "./store.ts";
import { setIdentity } from "./system-metadata.ts";
import { TokenIssuer } from "./tokens.ts";

const firstNamespaces = ["default", "kube-node-lease", "kube-public", "kube-system"];

/** The state of one embedded server. */
export class ServerState {
  readonly kinds: KindRegistry = new KindRegistry(builtinKinds());
  readonly store: Store = new Store();
  readonly tokens: TokenIssuer = new TokenIssuer();
  /** Where Services are really served; tests add to it. */
  readonly services: Map<string, string> = new Map();
  readonly admission: Admission;
  readonly #definitions: ApiKind;
  readonly #namespaces: ApiKind;

  constructor() {
    this.#definitions = this.#builtin("apiextensions.k8s.io", "customresourcedefinitions");
    this.#namespaces = this.#builtin("", "namespaces");
    this.admission = new Admission({
      webhooks: (kind) => this.#webhooks(kind),
      namespace: (name) => this.namespace(name),
      services: this.services,
    });
    this.store.subscribe((kind, change) => {
      if (kind === this.#definitions) this.#followDefinition(change);
    });
    for (const name of firstNamespaces) this.#addNamespace(name);
  }

  /** A namespace by its name. */
  namespace(name: string): ApiObject | undefined {
    return this.store.collection(this.#namespaces).get({ namespace: "", name })?.object;
  }

  #builtin(group: string, plural: string): ApiKind {
    const kind = this.kinds.get(group, plural);
    if (kind === undefined) throw new Error(`${plural} is not in the table of built-in kinds`);
    return kind;
  }

  #addNamespace(name: string): void {
    const namespace: ApiObject = { apiVersion: "v1", kind: "Namespace", metadata: { name } };
    setIdentity(this.#namespaces, namespace);
    this.#namespaces.prepare?.(namespace);
    this.store.put(this.#namespaces, namespace, undefined);
  }

  #webhooks(kind: "MutatingWebhookConfiguration" | "ValidatingWebhookConfiguration"): AdmissionWebhook[] {
    const configurations = this.store
      .collection(this.#builtin("admissionregistration.k8s.io", `${kind.toLowerCase()}s`))
      .list();
    return configurations.flatMap(({ object }) => (object["webhooks"] ?? []) as AdmissionWebhook[]);
  }

  #followDefinition({ type, current, previous }: Change): void {
    const crd = current.object as unknown as CustomResourceDefinition;
    const { services } = this;
    const kind = customKind(crd, (definition, objects, apiVersion) =>
      convertByWebhook(definition, objects, { apiVersion, services }),
    );
    if (type === "DELETED") {
      this.kinds.remove(kind);
      this.store.drop(kind);
      return;
    }
    // A definition's status and labels say nothing about its kind.
    if (previous !== undefined && deepEqual(previous.object["spec"], current.object["spec"])) return;
    this.kinds.add(kind);
    if (previous !== undefined) this.#restate(kind);
  }

  /** Stored objects are read through the schema of today: what it does not know is gone, what it defaults is there. */
  #restate(kind: ApiKind): void {
    const storage = kind.versions.find(({ name }) => name === kind.storageVersion);
    const schema = storage?.schema?.();
    const objects = this.store.collection(kind);
    if (schema === undefined || objects.size === 0) return;
    objects.restate((object) => {
      if (object.apiVersion !== apiVersionOf(kind, kind.storageVersion)) return object;
      const next = structuredClone(object);
      schema.prune(next);
      schema.applyDefaults(next);
      return next;
    });
  }
}
