// What a release needs to know and the code does not say. `npm run bundle` reads it; `dev` works without.
import { defineConfig, type CapstanConfig } from "@capstan/cli/config";

const config: CapstanConfig = defineConfig({
  name: "topology",
  type: "runtime-extension",
  image: "registry.example.com/capstan/extension-topology",
  releaseSeries: [{ major: 0, minor: 1, contract: "v1beta2" }],
  args: ["--log-level=${EXTENSION_LOG_LEVEL:=info}"],
  variables: { EXTENSION_LOG_LEVEL: "How much the extension logs: debug also says every answer to a topology hook." },
  repository: { github: { owner: "capstan", repo: "extension-topology" } },
});
export default config;
