// Who may read the metrics of a manager: one suite for the embedded and the real API server, with tokens of ServiceAccounts.
import { get as httpsGet, request as httpsRequest } from "node:https";
import { get as httpGet } from "node:http";
import { text } from "node:stream/consumers";
import { type Client, createClient } from "@capstan/client";
import { type AccessRequest, startTestEnv, type TestEnv } from "@capstan/testenv";
import { freePort } from "@capstan/testenv/host";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createManager, type ManagerOptions, silentLogger } from "../src/index.ts";

/** Set by the test file before it imports this one. */
const backend = process.env["CAPSTAN_TESTENV"] === "envtest" ? "envtest" : "embedded";

/** The embedded server has no authorization: here it is as RBAC answers with the objects below. */
function decideAccess({ user, nonResourceAttributes }: AccessRequest): boolean {
  return user === "system:serviceaccount:default:prometheus" && nonResourceAttributes?.["path"] === "/metrics";
}

let env: TestEnv;
let client: Client;
beforeAll(async () => {
  env = await startTestEnv({ backend, embedded: { decideAccess } });
  client = createClient(env.credentials);
  for (const name of ["prometheus", "stranger"])
    await post("/api/v1/namespaces/default/serviceaccounts", {
      apiVersion: "v1",
      kind: "ServiceAccount",
      metadata: { name },
    });
  if (backend === "embedded") return;
  const rbac = "/apis/rbac.authorization.k8s.io/v1";
  const rules = [{ nonResourceURLs: ["/metrics"], verbs: ["get"] }];
  await post(`${rbac}/clusterroles`, { metadata: { name: "metrics-reader" }, rules });
  await post(`${rbac}/clusterrolebindings`, {
    metadata: { name: "prometheus" },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "metrics-reader" },
    subjects: [{ kind: "ServiceAccount", namespace: "default", name: "prometheus" }],
  });
});
afterAll(async () => {
  client.close();
  await env.stop();
});

async function post(path: string, body: object): Promise<unknown> {
  return (await client.request({ method: "POST", path, body })).json();
}

async function tokenOf(account: string): Promise<string> {
  const path = `/api/v1/namespaces/default/serviceaccounts/${account}/token`;
  const answer = await post(path, { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: {} });
  return (answer as { status: { token: string } }).status.token;
}

type Answer = readonly [status: number | undefined, body: string];

function get(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { headers, agent: false, rejectUnauthorized: false };
    const send = url.startsWith("https:") ? httpsGet : httpGet;
    send(url, options, (response) => {
      text(response).then((body) => resolve([response.statusCode, body.slice(0, 40)]), reject);
    }).once("error", reject);
  });
}

/** Runs a manager that serves metrics at a host, by default on every address. */
async function running(
  { host = "", ...options }: Partial<ManagerOptions> & { readonly host?: string },
  use: (port: number) => Promise<void>,
): Promise<void> {
  const port = await freePort();
  const stop = new AbortController();
  const manager = createManager({ client, log: silentLogger, metricsAddress: `${host}:${port}`, ...options });
  const started = Promise.withResolvers<void>();
  // Servers listen before anything runs.
  manager.add({ name: "started", run: async () => started.resolve() });
  const ended = manager.run(stop.signal);
  try {
    await Promise.race([started.promise, ended]);
    await use(port);
  } finally {
    stop.abort();
    await ended;
  }
}

const bearer = async (account: string): Promise<Record<string, string>> => ({
  authorization: `Bearer ${await tokenOf(account)}`,
});
const callers: readonly {
  readonly name: string;
  readonly headers: () => Promise<Record<string, string>>;
  readonly want: Answer;
}[] = [
  { name: "without a token", headers: async () => ({}), want: [401, "Unauthorized\n"] },
  {
    name: "with a token that nobody issued",
    headers: async () => ({ authorization: "Bearer x.y.z" }),
    want: [401, "Unauthorized\n"],
  },
  { name: "with a password", headers: async () => ({ authorization: "Basic YTpi" }), want: [401, "Unauthorized\n"] },
  { name: "whose account has no right", headers: () => bearer("stranger"), want: [403, "Forbidden\n"] },
];

test("metrics on every address are served over TLS, to callers that may get them", async () => {
  await running({}, async (port) => {
    const url = `https://127.0.0.1:${port}/metrics`;
    for (const { headers, want } of callers) {
      const sent = await headers();
      // The second answer is the kept one.
      expect([await get(url, sent), await get(url, sent)]).toEqual([want, want]);
    }
    const sent = await bearer("prometheus");
    for (const _ of [1, 2]) expect(await get(url, sent)).toEqual([200, expect.stringMatching(/^# HELP /)]);
    expect(await headStatus(url, {})).toBe(401);
    expect(await headStatus(url, sent)).toBe(200);
    await expect(get(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow(/hang up|ECONNRESET/);
  });
});

test.each([
  { name: "of insecure diagnostics", options: { insecureDiagnostics: true } },
  { name: "on a loopback address", options: { host: "127.0.0.1" } },
])("metrics $name are plain HTTP for everyone", async ({ options }) => {
  await running(options, async (port) => {
    expect(await get(`http://127.0.0.1:${port}/metrics`)).toEqual([200, expect.stringMatching(/^# HELP /)]);
  });
});

function headStatus(url: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const options = { method: "HEAD", headers, agent: false, rejectUnauthorized: false };
    httpsRequest(url, options, (response) => resolve(response.resume().statusCode))
      .once("error", reject)
      .end();
  });
}
