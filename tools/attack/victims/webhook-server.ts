// The conversion and admission webhooks of the example provider, served by its manager.
import { readdirSync, readFileSync } from "node:fs";
import { createClient } from "@capstan/client";
import { createProviderManager } from "@capstan/controller-kit";
import { coreCrds, freePort, startTestEnv } from "@capstan/controller-kit/testing";
import { createSelfSigned } from "@capstan/serve/certificates";
import { provider } from "../../../examples/provider-local/src/provider.ts";

const crdFolder = new URL("../../../examples/provider-local/generated/crds/", import.meta.url);

/** Runs the manager against an API server in this process. */
export async function start(): Promise<{ port: number }> {
  const crds = readdirSync(crdFolder)
    .filter((name) => name.endsWith(".json"))
    .map((name): object => JSON.parse(readFileSync(new URL(name, crdFolder), "utf8")));
  const env = await startTestEnv({ crds: [...coreCrds(), ...crds] });
  const port = await freePort();
  const tls = createSelfSigned({ commonName: "webhooks", ipAddresses: ["127.0.0.1"] });
  const client = createClient(env.credentials);
  // No object exists, so no controller uses a service.
  const services = {} as Parameters<typeof createProviderManager<never>>[1]["services"];
  const manager = createProviderManager(provider, { client, services, webhooks: { port, tls } });
  const ready = Promise.withResolvers<void>();
  manager.add({ name: "ready", run: async () => ready.resolve() });
  await Promise.race([ready.promise, manager.run(new AbortController().signal)]);
  return { port };
}

/** What every object has by this name: null, unless a request changed a prototype. */
export async function call(name: string): Promise<unknown> {
  const empty: Record<string, unknown> = {};
  return empty[name] ?? null;
}
