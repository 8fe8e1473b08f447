// The ExtensionConfig that tells core where an extension is. It is a file of its own, not part of the components: clusterctl does not
// rewrite the namespace in it, and core's own webhook must answer before it can be applied.
import type { BundleContext } from "../components/bundle-context.ts";

/** The file's name in a release. */
export const extensionConfigFile = "extension-config.yaml";

/** The object, for extensions that answer hooks. */
export function extensionConfig({ names, config }: BundleContext): object {
  return {
    apiVersion: "runtime.cluster.x-k8s.io/v1beta2",
    kind: "ExtensionConfig",
    metadata: {
      name: config.name,
      // Core reads the authority of the serving certificate from this Secret.
      annotations: {
        "runtime.cluster.x-k8s.io/inject-ca-from-secret": `${names.namespace}/${names.certificateSecret}`,
      },
    },
    spec: { clientConfig: { service: { name: names.service, namespace: names.namespace, port: 443 } } },
  };
}
