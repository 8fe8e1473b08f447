// The release of the extension, as its author would make it.
import { defineConfig, type CapstanConfig } from "@capstan/cli/config";

const config: CapstanConfig = defineConfig({
  name: "every-hook",
  type: "runtime-extension",
  image: "registry.example.com/capstan/extension-every-hook",
  releaseSeries: [{ major: 0, minor: 1, contract: "v1beta2" }],
  args: ["--log-level=debug", "--http2"],
  repository: { github: { owner: "capstan", repo: "extension-every-hook" } },
});
export default config;
