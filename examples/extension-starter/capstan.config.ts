// The facts a release needs that are not in the code. `npm run bundle` reads it; `dev` also works without it.
import { defineConfig, type CapstanConfig } from "@capstan/cli/config";

const config: CapstanConfig = defineConfig({
  name: "starter",
  type: "runtime-extension",
  image: "registry.example.com/starter/starter",
  releaseSeries: [{ major: 0, minor: 1, contract: "v1beta2" }],
  repository: { github: { owner: "starter", repo: "starter" } },
});
export default config;
