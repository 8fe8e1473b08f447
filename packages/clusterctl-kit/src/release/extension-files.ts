// What a release of an extension has beside its components: the ExtensionConfig by which core calls it, and the names of its handlers as ClusterClasses write them. Both are files of their own: clusterctl does not rewrite
// the namespace in an ExtensionConfig, which can be applied only when core's own webhook is running.
import type { DescribedHook } from "@capstan/contract/description";
import { emitYaml } from "@capstan/schema/yaml";
import { servesTls, type BundleContext } from "../components/bundle-context.ts";
import type { ReleaseFile } from "./bundle-input.ts";

/** The file of the ExtensionConfig. */
const extensionConfigFile = "extension-config.yaml";
/** The file of the names. Files that begin with "clusterclass" are ClusterClasses, which clusterctl installs. */
const patchesFile = "extension-patches.yaml";

/** The annotation that differs from release to release: a changed ExtensionConfig makes core call discovery again at once. */
const releaseAnnotation = "capstan.dev/release";

/** The files of an extension; none for a provider without hooks. */
export function extensionFiles(context: BundleContext): ReleaseFile[] {
  if (context.description.hooks.length === 0 || !servesTls(context)) return [];
  return [{ path: extensionConfigFile, content: emitYaml(extensionConfig(context)) }, ...patchesOf(context)];
}

/** The ExtensionConfig, with the address of an extension for core. */
function extensionConfig({ names, config, version }: BundleContext): object {
  const { namespaceSelector, settings, prefix } = config.extensionConfig ?? {};
  const service = { name: names.service, namespace: names.namespace, port: 443 };
  return {
    apiVersion: "runtime.cluster.x-k8s.io/v1beta2",
    kind: "ExtensionConfig",
    metadata: {
      name: config.name,
      // Core reads the authority of the serving certificate from this Secret.
      annotations: {
        [releaseAnnotation]: version,
        "runtime.cluster.x-k8s.io/inject-ca-from-secret": `${names.namespace}/${names.certificateSecret}`,
      },
    },
    spec: {
      clientConfig: { service: prefix === undefined ? service : { ...service, path: prefix } },
      ...(namespaceSelector === undefined ? {} : { namespaceSelector }),
      ...(settings === undefined ? {} : { settings }),
    },
  };
}

/** The fields of an external patch by the hook that they name a handler of. */
const patchFields: Readonly<Record<string, string>> = {
  GeneratePatches: "generatePatchesExtension",
  ValidateTopology: "validateTopologyExtension",
  DiscoverVariables: "discoverVariablesExtension",
};

const patchesHead = `# For ClusterClasses of cluster.x-k8s.io/v1beta2: their fields with the exact names of the handlers of this extension. Copy what you need; this is no
# object that can be applied. The names end with that of the ExtensionConfig.
`;

function patchesOf({ config, description }: BundleContext): ReleaseFile[] {
  const nameOf = ({ name }: DescribedHook): string => `${name}.${config.name}`;
  const handlersOf = (hook: string): string[] =>
    description.hooks
      .filter((each) => each.hook === hook)
      .map(nameOf)
      .toSorted();
  const byField = Object.entries(patchFields).map(([hook, field]) => [field, handlersOf(hook)] as const);
  const patches = Array.from({ length: Math.max(...byField.map(([, handlers]) => handlers.length)) }, (_, at) => ({
    name: at === 0 ? config.name : `${config.name}-${at + 1}`,
    external: Object.fromEntries(
      byField.flatMap(([field, { [at]: handler }]) => (handler === undefined ? [] : [[field, handler]])),
    ),
  }));
  const [generateUpgradePlanExtension] = handlersOf("GenerateUpgradePlan");
  const spec = {
    ...(patches.length === 0 ? {} : { patches }),
    ...(generateUpgradePlanExtension === undefined ? {} : { upgrade: { external: { generateUpgradePlanExtension } } }),
  };
  if (Object.keys(spec).length === 0) return [];
  return [{ path: patchesFile, content: `${patchesHead}${emitYaml({ spec })}` }];
}
