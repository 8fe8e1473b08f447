// Serves the admission webhooks of a provider inside a test, and makes the API server call them.
import type { Client } from "@capstan/client";
import { admissionWebhook, errorFrom, type KubeObject, type Resource } from "@capstan/kube";
import {
  type AdmissionWebhook,
  ConfigMap,
  MutatingWebhookConfiguration,
  ValidatingWebhookConfiguration,
} from "@capstan/kube/builtin";
import type { Logger } from "@capstan/operator";
import { admissionRoute } from "@capstan/operator/webhooks";
import { startServer } from "@capstan/serve";
import { createSelfSigned } from "@capstan/serve/certificates";
import type { Provider } from "../authoring/provider.ts";
import { describeProvider } from "../run/describe-provider.ts";
import { allRoutes } from "../run/provider-manager.ts";

/** What the webhooks are served with. */
export interface ServeWebhooksOptions<S> {
  readonly client: Client;
  readonly services: S;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/** The time between two questions whether an API server calls the webhooks yet. The real one reads new configurations some 100 ms after they are written. */
const pollMs = 20;

/**
 * Serves the webhooks on a free port of 127.0.0.1 until the returned function is called. Resolves when the API server calls them.
 */
export async function serveWebhooks<S>(
  provider: Provider<S>,
  { client, services, log, signal }: ServeWebhooksOptions<S>,
): Promise<() => Promise<void>> {
  const tls = createSelfSigned({ commonName: "localhost", ipAddresses: ["127.0.0.1"] });
  const context = { log, countProblem: () => undefined, countPanic: () => undefined };
  const routes = allRoutes(provider, { services: () => services, context });
  const probe = admissionRoute("/called", () => "called");
  const server = await startServer({ host: "127.0.0.1", port: 0, tls, routes: [...routes, probe] });
  const caBundle = Buffer.from(tls.certPem).toString("base64");
  const clientConfig = (path: string): AdmissionWebhook["clientConfig"] => ({ url: `${server.url}${path}`, caBundle });
  const described = describeProvider(provider).webhooks;
  const name = `capstan-test-${provider.name}-${server.port}`;
  const stops: (() => Promise<void>)[] = [() => server.close({ drainMs: 0 })];
  const stop = async (): Promise<void> => {
    for (const each of stops.toReversed()) await each();
  };
  try {
    for (const [type, resource] of types) {
      const own = described.filter((webhook) => webhook.type === type);
      if (own.length === 0) continue;
      const webhooks = own.map((webhook) => admissionWebhook(webhook, clientConfig(webhook.path)));
      const label = { [probeLabel]: `${type}-${server.port}` };
      const probes = { ...probeWebhook(label), clientConfig: clientConfig(probe.path) };
      const object = { apiVersion, kind: resource.kind, metadata: { name }, webhooks: [...webhooks, probes] };
      await client.create<KubeObject>(resource, object, { signal });
      // Best effort: the test may have stopped the API server before.
      stops.push(() =>
        client.delete(resource, { namespace: "", name }).then(
          () => undefined,
          () => undefined,
        ),
      );
      while (!(await isCalled(client, { label, signal }))) await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

const apiVersion = "admissionregistration.k8s.io/v1";

const types: readonly (readonly ["mutating" | "validating", Resource])[] = [
  ["mutating", MutatingWebhookConfiguration],
  ["validating", ValidatingWebhookConfiguration],
];

const probeLabel = "capstan.dev/webhook-probe";

/** A webhook that rejects objects with the label: that says that the server has read its configuration. */
function probeWebhook(matchLabels: Readonly<Record<string, string>>): Omit<AdmissionWebhook, "clientConfig"> {
  return {
    name: "probe.capstan.dev",
    admissionReviewVersions: ["v1"],
    objectSelector: { matchLabels },
    rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] }],
    sideEffects: "None",
  };
}

interface Probe {
  readonly label: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

async function isCalled(client: Client, { label, signal }: Probe): Promise<boolean> {
  const metadata = { generateName: "capstan-probe-", namespace: "default", labels: { ...label } };
  try {
    await client.create(ConfigMap, { apiVersion: "v1", kind: "ConfigMap", metadata }, { dryRun: true, signal });
    return false;
  } catch (error) {
    signal.throwIfAborted();
    if (errorFrom(error).message.includes("denied the request: called")) return true;
    throw error;
  }
}

const writes: ReadonlySet<string | symbol> = new Set(["apply", "create", "delete", "patch", "update"]);

/** The client, whose writes wait for the promise, so that none comes before the webhooks. */
export function writesAfter(client: Client, ready: Promise<unknown>): Client {
  return new Proxy(client, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      const call = (...values: unknown[]): unknown => Reflect.apply(member, target, values);
      return writes.has(name) ? async (...values: unknown[]) => ready.then(() => call(...values)) : call;
    },
  });
}
