// Serves webhooks inside a test, and makes the API server call them.
import type { Client } from "@capstan/client";
import { admissionWebhook, errorFrom, type KubeObject, type Resource, type ServedWebhook } from "@capstan/kube";
import {
  type AdmissionWebhook,
  ConfigMap,
  MutatingWebhookConfiguration,
  ValidatingWebhookConfiguration,
} from "@capstan/kube/builtin";
import { type Route, startServer } from "@capstan/serve";
import { createSelfSigned } from "@capstan/serve/certificates";
import { admissionRoute } from "../webhooks/reviews.ts";
import { conversionProbe, declareConversions } from "./declare-conversions.ts";

/** What is served, and how the API server learns of it. */
export interface TestWebhooks {
  /** A part of the names of the configurations. */
  readonly name: string;
  /** Those that the API server calls; others in the list are left alone. */
  readonly declared: readonly ServedWebhook[];
  /** The conversions that the CRDs in the API server name until the end. Default: none. */
  readonly conversions?: readonly ServedWebhook[];
  readonly routes: readonly Route[];
}

/** The API server, and until when the start goes on. */
export interface ServeWebhooksOptions {
  readonly client: Client;
  readonly signal: AbortSignal;
}

/** The time between two questions whether an API server calls the webhooks yet. The real one reads new configurations some 100 ms after they are written. */
const pollMs = 20;

/**
 * Serves the webhooks on a free port of 127.0.0.1 until the returned function is called. Resolves when the API server calls them.
 */
export async function serveWebhooks(
  { name: owner, declared, conversions = [], routes }: TestWebhooks,
  { client, signal }: ServeWebhooksOptions,
): Promise<() => Promise<void>> {
  const tls = createSelfSigned({ commonName: "localhost", ipAddresses: ["127.0.0.1"] });
  const probe = admissionRoute("/called", () => "called");
  const probed = conversionProbe();
  const server = await startServer({ host: "127.0.0.1", port: 0, tls, routes: [...routes, probe, probed.route] });
  const caBundle = Buffer.from(tls.certPem).toString("base64");
  const clientConfig = (path: string): AdmissionWebhook["clientConfig"] => ({ url: `${server.url}${path}`, caBundle });
  const name = `capstan-test-${owner}-${server.port}`;
  const stops: (() => Promise<void>)[] = [() => server.close({ drainMs: 0 })];
  const stop = async (): Promise<void> => {
    for (const each of stops.toReversed()) await each();
  };
  try {
    // Before the webhooks: a write that they get may have to be converted.
    if (conversions.length > 0)
      await declareConversions(
        conversions,
        { client, signal, probed, addressOf: clientConfig, port: server.port },
        stops,
      );
    for (const [type, resource] of types) {
      const own = declared.filter((webhook) => webhook.type === type);
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
