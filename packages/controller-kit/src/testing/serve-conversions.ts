// Serves the conversions of a provider inside a test, and makes CRDs name the server that does it.
import type { CustomResourceDefinition } from "@capstan/kube/builtin";
import { startServer } from "@capstan/serve";
import { createSelfSigned } from "@capstan/serve/certificates";
import { conversionRoute } from "@capstan/operator/conversions";
import type { Provider } from "../authoring/provider.ts";

/** A conversion webhook that is served in this process. */
export interface ServedConversions extends AsyncDisposable {
  /**
   * The CRDs for `startTestEnv`: those whose kind has a converter call this webhook, all others are returned unchanged. The given CRDs
   * are not changed.
   */
  withConversion(crds: readonly CustomResourceDefinition[]): CustomResourceDefinition[];
  /** Stops the server. Safe to call twice. */
  stop(): Promise<void>;
}

/**
 * Serves the conversion webhook of a provider over HTTPS on a free port of 127.0.0.1, with a self-signed certificate that is created for
 * it. Use it to read and write a kind in each of its versions in a test.
 *
 * Resolves when the server accepts connections, so start it before the control plane and stop it after. It needs no running provider.
 * It works with both backends of `startTestEnv`. Templates stay mutable in such a test: the webhook that keeps them immutable is not part of it, nor the one that rejects objects which cannot be converted.
 *
 * @example
 * await using conversions = await serveConversions(provider);
 * await using env = await startTestEnv({ crds: [...coreCrds(), ...conversions.withConversion(crds)] });
 */
export async function serveConversions({
  conversions,
  apiVersionOf,
}: Pick<Provider, "conversions" | "apiVersionOf">): Promise<ServedConversions> {
  const tls = createSelfSigned({ commonName: "localhost", ipAddresses: ["127.0.0.1"] });
  const route = conversionRoute(conversions, apiVersionOf === undefined ? {} : { apiVersionOf });
  const server = await startServer({ host: "127.0.0.1", port: 0, tls, routes: [route] });
  const clientConfig = {
    url: `https://127.0.0.1:${server.port}${route.path}`,
    caBundle: Buffer.from(tls.certPem).toString("base64"),
  };
  const isConverted = ({ spec: { group, names } }: CustomResourceDefinition): boolean =>
    conversions.some((converter) => converter.group === group && converter.kind === names.kind);
  const stop = (): Promise<void> => server.close({ drainMs: 0 });
  return {
    withConversion: (crds) =>
      crds.map((crd) => {
        if (!isConverted(crd)) return crd;
        const webhook = { clientConfig, conversionReviewVersions: ["v1"] };
        return { ...crd, spec: { ...crd.spec, conversion: { strategy: "Webhook", webhook } } };
      }),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}
