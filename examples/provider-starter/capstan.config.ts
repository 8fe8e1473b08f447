// The facts a release needs that are not in the code. `npm run bundle` reads it; `dev` and `generate` also work without it.
import { defineConfig, type CapstanConfig } from "@capstan/cli/config";

const config: CapstanConfig = defineConfig({
  name: "starter",
  type: "infrastructure",
  image: "registry.example.com/starter/starter-manager",
  releaseSeries: [{ major: 0, minor: 1, contract: "v1beta2" }],
  repository: { github: { owner: "starter", repo: "cluster-api-provider-starter" } },
  variables: { STARTER_SIZE: "How large each machine is: Small, Medium or Large." },
});
export default config;
