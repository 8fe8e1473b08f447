// What a release of this provider needs to know and the code does not say. `capstan bundle` reads it.
import { defineConfig, type CapstanConfig } from "@capstan/cli/config";

const config: CapstanConfig = defineConfig({
  name: "http",
  type: "infrastructure",
  image: "registry.example.com/capstan/provider-http",
  releaseSeries: [{ major: 0, minor: 1, contract: "v1beta2" }],
  repository: { github: { owner: "capstan", repo: "cluster-api-provider-http" } },
  variables: {
    HTTP_IDENTITY: "The HttpIdentity whose credentials the cluster uses.",
    HTTP_FLAVOR: "The flavor of the servers: small or large.",
  },
});
export default config;
