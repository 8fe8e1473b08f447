// Runs the provider: `node src/main.ts --cloud-url http://127.0.0.1:8484`, with the flags that `--help` lists.
import { run } from "@capstan/controller-kit";
import { httpCloud } from "./cloud/http-cloud.ts";
import { provider } from "./provider.ts";

await run(provider, {
  flags: { "cloud-url": { kind: "string", default: "http://127.0.0.1:8484", help: "where the cloud is" } },
  services: async ({ flags, variables }) => ({ cloud: httpCloud(variables["HTTP_CLOUD_URL"] ?? flags["cloud-url"]) }),
});
