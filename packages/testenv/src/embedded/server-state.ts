// The state of one embedded server: kinds, objects, admission and tokens. CustomResourceDefinitions that are stored become
// kinds here. It knows nothing of HTTP.
import { deepEqual } from "@capstan/kube";
import type { AdmissionWebhook, CustomResourceDefinition } from "@capstan/kube/builtin";
import { Admission } from "./webhooks/admission.ts";
import type { ApiKind, ApiObject } from "./kinds/api-kind.ts";
import { builtinKinds } from "./kinds/builtin-kinds.ts";
import type { Change } from "./store/collection.ts";
import { convertByWebhook } from "./webhooks/conversion-webhook.ts";
import { customKind } from "./kinds/custom-kind.ts";
import { KindRegistry } from "./kinds/kind-registry.ts";
import { ObjectStore } from "./store/store.ts";
import { setIdentity } from "./write/system-metadata.ts";
import type { AccessDecision } from "./access/users.ts";
import { TokenIssuer } from "./access/users.ts";

const firstNamespaces = ["default", "kube-node-lease", "kube-public", "kube-system"];

/** What the caller decides for a server. */
interface ServerStateOptions {
  readonly decideAccess?: AccessDecision | undefined;
  readonly now?: (() => number) | undefined;
}

/** The state of one embedded server. */
export class ServerState {
  readonly kinds: KindRegistry = new KindRegistry(builtinKinds());
  readonly store: ObjectStore = new ObjectStore();
  readonly tokens: TokenIssuer;
  /** The local URLs of Services; tests add to it. */
  readonly services: Map<string, string> = new Map();
  readonly admission: Admission;
  /** Answers access reviews. Undefined: everything is allowed. */
  readonly decideAccess: AccessDecision | undefined;
  /** The clock, in milliseconds since 1970. */
  readonly now: () => number;
  readonly #definitions: ApiKind;
  readonly #namespaces: ApiKind;

  constructor({ decideAccess, now = () => Date.now() }: ServerStateOptions = {}) {
    this.decideAccess = decideAccess;
    this.now = now;
    this.tokens = new TokenIssuer(now);
    this.#definitions = this.builtin("apiextensions.k8s.io", "customresourcedefinitions");
    this.#namespaces = this.builtin("", "namespaces");
    this.admission = new Admission({
      mutatingWebhooks: () => this.#webhooks("mutatingwebhookconfigurations"),
      validatingWebhooks: () => this.#webhooks("validatingwebhookconfigurations"),
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

  /** A built-in kind. */
  builtin(group: string, plural: string): ApiKind {
    const kind = this.kinds.get(group, plural);
    if (kind === undefined) throw new Error(`${plural} is not in the table of built-in kinds`);
    return kind;
  }

  #addNamespace(name: string): void {
    const namespace: ApiObject = { apiVersion: "v1", kind: "Namespace", metadata: { name } };
    setIdentity(this.#namespaces, namespace, this.now());
    this.#namespaces.prepare?.(namespace);
    this.store.put(this.#namespaces, namespace, undefined);
  }

  #webhooks(plural: string): AdmissionWebhook[] {
    const configurations = this.store.collection(this.builtin("admissionregistration.k8s.io", plural)).list();
    // The field of both kinds of configuration.
    return configurations.flatMap(({ object }) => (object["webhooks"] ?? []) as AdmissionWebhook[]);
  }

  #followDefinition({ type, current, previous }: Change): void {
    // The collection holds definitions only.
    const crd = current.object as unknown as CustomResourceDefinition;
    const { services } = this;
    const kind = customKind(crd, (definition, object, apiVersion) =>
      convertByWebhook(definition, object, { apiVersion, services }),
    );
    if (type === "DELETED") {
      this.kinds.remove(kind);
      this.store.drop(kind);
      return;
    }
    // A definition's status and labels do not change its kind.
    if (previous !== undefined && deepEqual(previous.object["spec"], current.object["spec"])) return;
    this.kinds.add(kind);
    if (previous !== undefined) this.store.collection(kind).readBy(kind.read);
  }
}
