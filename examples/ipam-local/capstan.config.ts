// What a release of this provider needs to know and the code does not say. `capstan bundle` reads it.
import { defineConfig, type CapstanConfig } from "@capstan/cli/config";

const config: CapstanConfig = defineConfig({
  name: "local",
  type: "ipam",
  image: "registry.example.com/capstan/ipam-local",
  releaseSeries: [{ major: 0, minor: 1, contract: "v1beta2" }],
  repository: { github: { owner: "capstan", repo: "cluster-api-ipam-local" } },
});
export default config;
