// Makes the CRDs in an API server call the conversions that a test serves.
import { type Client, isNotFound, type JsonPatchRequest } from "@capstan/client";
import { conversionStanza, type KubeObject, type Resource, resourceOf, type ServedWebhook } from "@capstan/kube";
import { CustomResourceDefinition, type WebhookClientConfig } from "@capstan/kube/builtin";
import { jsonResponse, type Route } from "@capstan/serve";

/** A conversion that tells whether it was called. */
export interface ConversionProbe {
  readonly route: Route;
  readonly isCalled: () => boolean;
}

/** Creates one; what it is called for fails, so that nothing is stored. */
export function conversionProbe(): ConversionProbe {
  let called = false;
  const handle: Route["handle"] = () => {
    called = true;
    return jsonResponse(500, { error: "a probe" });
  };
  return { route: { method: "POST", path: "/probed", handle }, isCalled: () => called };
}

/** What conversions are declared with. */
export interface ConversionPlace {
  readonly client: Client;
  readonly signal: AbortSignal;
  readonly probed: ConversionProbe;
  readonly addressOf: (path: string) => WebhookClientConfig;
  /** Of the server, for names that no other test has. */
  readonly port: number;
}

/** The time between two questions whether the API server converts yet. */
const pollMs = 20;

/** Resolves when the API server calls them. What undoes it comes into `stops`. */
export async function declareConversions(
  conversions: readonly ServedWebhook[],
  place: ConversionPlace,
  stops: (() => Promise<void>)[],
): Promise<void> {
  const { client, signal, addressOf } = place;
  const names = conversions.flatMap(({ groups: [group = ""], resources }) => resources.map((one) => `${one}.${group}`));
  for (const name of names) {
    const key = { namespace: "", name };
    const crd = await client.get(CustomResourceDefinition, key, { signal });
    const set = (value: unknown): JsonPatchRequest => ({
      type: "json",
      body: [{ op: "add", path: "/spec/conversion", value }],
    });
    const conversion = conversionStanza(crd, conversions, addressOf);
    await client.patch(CustomResourceDefinition, key, { ...set(conversion), signal });
    const before = set(crd.spec.conversion ?? { strategy: "None" });
    stops.push(() => tried(client.patch(CustomResourceDefinition, key, before)));
  }
  await untilConverted(place, stops);
}

/** Best effort: the test may have stopped the API server before. */
function tried(call: Promise<unknown>): Promise<void> {
  return call.then(
    () => undefined,
    () => undefined,
  );
}

/** A real API server reads changed CRDs some time after they are written, one after the other: it has read them when it calls the conversion of one that is written last. */
async function untilConverted(
  { client, signal, probed, addressOf, port }: ConversionPlace,
  stops: (() => Promise<void>)[],
): Promise<void> {
  const group = `p${port}.test.capstan.dev`;
  const crd = probeCrd(group, addressOf(probed.route.path));
  await client.create(CustomResourceDefinition, crd, { signal });
  stops.push(() => tried(client.delete(CustomResourceDefinition, { namespace: "", name: `probes.${group}` })));
  const Probe: Resource = resourceOf(`${group}/v2`, "Probe", { scope: "Cluster" });
  const object: KubeObject = { apiVersion: `${group}/v2`, kind: "Probe", metadata: { name: "probe" } };
  while (!probed.isCalled()) {
    try {
      await client.create(Probe, object, { signal });
    } catch (error) {
      signal.throwIfAborted();
      if (!probed.isCalled() && !isNotFound(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

/** A kind of two versions without a schema. */
function probeCrd(group: string, clientConfig: WebhookClientConfig): CustomResourceDefinition {
  const openAPIV3Schema = { type: "object", "x-kubernetes-preserve-unknown-fields": true } as const;
  const version = (name: string): CustomResourceDefinition["spec"]["versions"][number] => ({
    name,
    served: true,
    storage: name === "v1",
    schema: { openAPIV3Schema },
  });
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `probes.${group}` },
    spec: {
      group,
      scope: "Cluster",
      names: { plural: "probes", singular: "probe", kind: "Probe", listKind: "ProbeList" },
      conversion: { strategy: "Webhook", webhook: { clientConfig, conversionReviewVersions: ["v1"] } },
      versions: [version("v1"), version("v2")],
    },
  };
}
