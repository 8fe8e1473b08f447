// Runs the provider: `node src/main.ts --cloud-url http://127.0.0.1:8484`, with the flags that `--help` lists.
import { run } from "@capstan/controller-kit";
import { httpCloud, type HttpCloudOptions } from "./cloud/http-cloud.ts";
import { provider } from "./provider.ts";

await run(provider, {
  flags: { "cloud-url": { kind: "string", default: "http://127.0.0.1:8484", help: "where the cloud is" } },
  services: async ({ flags, variables, metrics }) => {
    const calls = metrics.counter({
      name: "http_cloud_calls_total",
      help: "Calls of the cloud; the status is 0 without an answer",
      labels: ["method", "status"],
    });
    const onCall: HttpCloudOptions["onCall"] = ({ method, status }) => calls.add({ method, status: String(status) });
    return { cloud: httpCloud(variables["HTTP_CLOUD_URL"] ?? flags["cloud-url"], { onCall }) };
  },
});
