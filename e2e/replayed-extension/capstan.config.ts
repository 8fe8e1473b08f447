// The release of the extension, as its author would make it.
import { defineConfig, type CapstanConfig } from "@capstan/cli/config";

const config: CapstanConfig = defineConfig({
  name: "replayed",
  type: "runtime-extension",
  image: "registry.example.com/capstan/extension-replayed",
  releaseSeries: [{ major: 0, minor: 1, contract: "v1beta2" }],
  args: ["--log-level=debug"],
  repository: { github: { owner: "capstan", repo: "extension-replayed" } },
});
export default config;
