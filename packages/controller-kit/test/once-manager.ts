// A manager for the test of kills: it keeps one server of a cloud for each FooMachine. Its arguments are a file with credentials, the address of the cloud, and the time to settle.
import { readFileSync } from "node:fs";
import { createClient } from "@capstan/client";
import type { ClusterCredentials } from "@capstan/kube";
import { retryAfterOf, silentLogger, TransientError } from "@capstan/operator";
import type { ControllerDefinition } from "../src/authoring/controller-definition.ts";
import type { OnceCalls } from "../src/authoring/once.ts";
import { initProvider, type ProviderKit } from "../src/authoring/provider-kit.ts";
import { provisioned, removed, requeueAfter } from "../src/authoring/result.ts";
import { createProviderManager } from "../src/run/provider-manager.ts";
import { FooCluster, FooMachine } from "./foo-kinds.ts";

const [file = "", cloud = "", settle = ""] = process.argv.slice(2);
const kit: ProviderKit<object> = initProvider();

interface Server {
  readonly id: string;
}

async function call(path: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(`${cloud}${path}`, init).catch((cause: unknown) => {
    throw new TransientError("the cloud does not answer", { cause, retryAfter: "200ms" });
  });
  if (response.ok) return response.json();
  const retryAfter = retryAfterOf(response.headers.get("retry-after")) ?? "200ms";
  throw new TransientError(`the cloud answered ${response.status}`, { retryAfter });
}

const servers: OnceCalls<Server> = {
  find: async ({ id, signal }) => (await call(`/servers?tag=${id}`, { signal })) as readonly Server[],
  remove: ({ id }, { signal }) => call(`/servers/${id}`, { method: "DELETE", signal }),
  idOf: ({ id }) => id,
  settle,
};

const fooMachine: ControllerDefinition<object> = kit.infraMachine(FooMachine, {
  cluster: FooCluster,
  async reconcile(_, ctx) {
    const server = await ctx.once("server", servers).ensure(async ({ id, signal }) => {
      // The test counts the time of a kill from here.
      process.stdout.write(".");
      return (await call("/servers", { method: "POST", body: JSON.stringify({ tag: id }), signal })) as Server;
    });
    if (server === undefined) throw new Error("the server was deleted");
    return provisioned({ providerID: `foo://${server.id}` });
  },
  delete: async (_, ctx) => ((await ctx.once("server", servers).remove()) ? removed() : requeueAfter("1s")),
});

const client = createClient(JSON.parse(readFileSync(file, "utf8")) as ClusterCredentials);
const provider = kit.provider({ name: "foo", type: "infrastructure", controllers: [fooMachine] });
await createProviderManager(provider, {
  client,
  services: {},
  minInterval: "0s",
  // An event of this cloud would be sooner.
  syncPeriod: "2s",
  log: silentLogger,
}).run(new AbortController().signal);
