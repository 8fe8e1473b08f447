// The third step: a hook of the topology extension, called as Cluster API calls it (over TLS, after discovery), and what the
// answer makes of a template.
import { hookCatalog } from "@capstan/api/catalog";
import { serveExtension } from "@capstan/extension-kit";
import { callHandler, connectExtension, discover } from "@capstan/extension-kit/caller";
import { requestItems, requestVariables } from "@capstan/extension-kit/testing";
import { createSelfSigned } from "@capstan/serve/certificates";
import { extension } from "../../examples/extension-topology/src/extension.ts";
import { KubeadmControlPlaneTemplate } from "../../examples/extension-topology/src/templates.ts";
import type { Screen } from "../../packages/cli/src/output/screen.ts";

const handlerName = "patches-v1";
const variables = { apiServerNames: ["api.example.com"], apiServerVerbosity: 4 };

/** Serves the extension, calls GeneratePatches, prints the patches. */
export async function runHookStep(screen: Screen, signal: AbortSignal): Promise<void> {
  await using stack = new AsyncDisposableStack();
  signal.throwIfAborted();
  const tls = createSelfSigned({ commonName: "topology", ipAddresses: ["127.0.0.1"] });
  const running = stack.use(await serveExtension(extension, { tls, port: 0 }));
  const connection = connectExtension({ url: running.url, caBundle: tls.certPem });
  stack.defer(() => connection.close());
  const handler = (await discover(connection)).find(({ name }) => name === handlerName);
  if (handler === undefined) throw new Error(`the extension does not offer ${handlerName}`);
  const request = { items: requestItems([{ object: template }]), variables: requestVariables(variables) };
  const { items } = await callHandler(hookCatalog.GeneratePatches, { connection, handler }, request);
  screen.print(`\n3. Hook: GeneratePatches of examples/extension-topology for ${JSON.stringify(variables)}`);
  for (const { patchType, patch } of items ?? []) {
    screen.print(`   ${patchType} for KubeadmControlPlaneTemplate demo-control-plane:`);
    const text = Buffer.from(patch, "base64").toString("utf8");
    for (const line of JSON.stringify(JSON.parse(text), null, 2).split("\n")) screen.print(`     ${line}`);
  }
}

const template: KubeadmControlPlaneTemplate = {
  apiVersion: KubeadmControlPlaneTemplate.apiVersion as "controlplane.cluster.x-k8s.io/v1beta2",
  kind: "KubeadmControlPlaneTemplate",
  metadata: { name: "demo-control-plane" },
  spec: {
    template: { spec: { kubeadmConfigSpec: { clusterConfiguration: { apiServer: { certSANs: ["localhost"] } } } } },
  },
};
