// A manager that serves its metrics on every address, with its flags as a Deployment has them.
import { createClient } from "@capstan/client";
import { createManager } from "@capstan/operator";
import { freePort, startTestEnv } from "@capstan/controller-kit/testing";

/** Runs it against an API server in this process, in which the account `prometheus` may get /metrics and `stranger` may not. */
export async function start(): Promise<{ port: number; tokens: Record<string, string> }> {
  const env = await startTestEnv({
    embedded: { decideAccess: ({ user }) => user === "system:serviceaccount:default:prometheus" },
  });
  const client = createClient(env.credentials);
  const accounts = "/api/v1/namespaces/default/serviceaccounts";
  const tokens: Record<string, string> = {};
  for (const name of ["prometheus", "stranger"]) {
    await client.request({
      method: "POST",
      path: accounts,
      body: { apiVersion: "v1", kind: "ServiceAccount", metadata: { name } },
    });
    const answer = await client.request({ method: "POST", path: `${accounts}/${name}/token`, body: { spec: {} } });
    // What the API server answers to a TokenRequest.
    tokens[name] = (answer.json() as { status: { token: string } }).status.token;
  }
  const port = await freePort();
  const manager = createManager({ client, metricsAddress: `:${port}` });
  const ready = Promise.withResolvers<void>();
  manager.add({ name: "ready", run: async () => ready.resolve() });
  await Promise.race([ready.promise, manager.run(new AbortController().signal)]);
  return { port, tokens };
}
