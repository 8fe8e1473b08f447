// What a release of this provider needs to know and the code does not say. `capstan bundle` reads it.
import { defineConfig, type CapstanConfig } from "@capstan/cli/config";

const config: CapstanConfig = defineConfig({
  name: "local",
  type: "infrastructure",
  image: "registry.example.com/capstan/provider-local",
  releaseSeries: [{ major: 0, minor: 1, contract: "v1beta2" }],
  repository: { github: { owner: "capstan", repo: "cluster-api-provider-local" } },
  variables: {
    LOCAL_POOL: "The value of the label example.org/pool that every Node gets.",
    LOCAL_BACKEND: "What serves the workload cluster: Embedded, or Real for kube-apiserver and etcd.",
  },
});
export default config;
