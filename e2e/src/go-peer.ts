// provider-http's peer in Go in the place of provider-http: it is built, and the release gets the paths of its webhooks. All else of the release serves both: CRDs, rights, certificates, Deployment.
import { readFileSync, writeFileSync } from "node:fs";
import { buildPeer } from "@capstan/tool-peers/build";
import { releaseFile } from "./bundles.ts";

const group = "infrastructure-cluster-x-k8s-io-v1beta1";

/** Our paths, and those of controller-runtime. */
const webhookPaths: readonly (readonly [string, string])[] = [
  ["/default/httpmachines.infrastructure.cluster.x-k8s.io/v1beta1", `/mutate-${group}-httpmachine`],
  ["/validate/httpmachines.infrastructure.cluster.x-k8s.io/v1beta1", `/validate-${group}-httpmachine`],
  ["/validate/httpclusters.infrastructure.cluster.x-k8s.io/v1beta1", `/validate-${group}-httpcluster`],
];

/** Changes the release below `repository`; resolves to the program. */
export async function placeGoPeer(repository: string): Promise<string> {
  const file = releaseFile("http", repository, "infrastructure-components.yaml");
  let components = readFileSync(file, "utf8");
  for (const [ours, theirs] of webhookPaths) {
    if (!components.includes(`path: ${ours}\n`)) throw new Error(`${file} has no webhook at ${ours}`);
    components = components.replace(`path: ${ours}\n`, `path: ${theirs}\n`);
  }
  writeFileSync(file, components);
  return buildPeer("provider-http");
}
