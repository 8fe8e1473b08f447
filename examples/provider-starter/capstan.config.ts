// What a release needs to know and the code does not say. `npm run bundle` reads it; `dev` and `generate` work without.
import { defineConfig, type CapstanConfig } from "@capstan/clusterctl-kit";

const config: CapstanConfig = defineConfig({
  name: "starter",
  type: "infrastructure",
  image: "registry.example.com/starter/starter-manager",
  releaseSeries: [{ major: 0, minor: 1, contract: "v1beta2" }],
  repository: { github: { owner: "starter", repo: "cluster-api-provider-starter" } },
  variables: { STARTER_SIZE: "How large each machine is: Small, Medium or Large." },
});
export default config;
