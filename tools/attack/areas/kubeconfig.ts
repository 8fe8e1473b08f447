// Kubeconfigs that tenants write into Secrets, through the connections of a manager.
import { createServer, type Server } from "node:https";
import { kubeconfigSecret } from "@capstan/contract";
import type { Secret } from "@capstan/kube/builtin";
import { createCertificateAuthority } from "@capstan/serve/certificates";
import type { Area, Attack, Fuzz } from "../area.ts";
import { hostileChain } from "../inputs/hostile-chain.ts";
import { garbage, marker, nearlyValid, structured } from "../inputs/hostile-kubeconfig.ts";
import { stallLimitMs } from "../stall-limit.ts";
import { startVictim, type Victim } from "../victim.ts";
import type { Connected } from "../victims/remote-clusters.ts";

const victimFile = new URL("../victims/remote-clusters.ts", import.meta.url);

let version = 0;
const secretOf = (kubeconfig: string): Secret => {
  const secret = kubeconfigSecret({ cluster: "a", namespace: "tenant", kubeconfig });
  version += 1;
  return { ...secret, metadata: { ...secret.metadata, uid: "u", resourceVersion: String(version) } };
};

// What `call` of the victim returns.
const connect = async (victim: Victim<object>, secret: Secret): Promise<Connected> =>
  (await victim.call(secret)) as Connected;

function withKeys(bytes: number): string {
  const lines: string[] = [];
  for (let length = 0, i = 0; length < bytes; i += 1) length += lines[lines.push(`k${i}: ${marker}`) - 1]?.length ?? 0;
  return lines.join("\n");
}

/** Each victim reads its first Secret with a parser that V8 has not optimized yet: on a slow machine that took up to 114 ms. */
const coldStallMs = (): number => 2 * stallLimitMs();

const stalls = ([kilobytes, before]: readonly [number, string]): Attack => ({
  name: `a kubeconfig Secret of ${kilobytes} KB with ever new keys`,
  before,
  async run() {
    await using victim = await startVictim<object>(victimFile, {});
    const secret = secretOf(withKeys(kilobytes * 1000));
    const first = await connect(victim, secret);
    const second = await connect(victim, secret);
    const { longestStallMs } = await victim.measure();
    if (first.connected || longestStallMs > coldStallMs())
      throw new Error(`a stall of ${longestStallMs.toFixed(0)} ms`);
    return `rejected; stall ${longestStallMs.toFixed(0)} ms, second pass ${second.ms.toFixed(1)} ms`;
  },
});

const remembered: Attack = {
  name: "a kubeconfig Secret within the limits that fails, in 100 passes",
  before: "parsed in each pass",
  async run() {
    await using victim = await startVictim<object>(victimFile, {});
    const secret = secretOf(`a: >\n x\n${"\n".repeat(60_000)} x\n`);
    const first = await connect(victim, secret);
    let rest = 0;
    for (let i = 0; i < 100; i += 1) rest += (await connect(victim, secret)).ms;
    const { longestStallMs } = await victim.measure();
    // The first pass reads it with a parser that V8 has not optimized yet: 124 ms where two other suites ran beside this one.
    if (longestStallMs > 3 * stallLimitMs()) throw new Error(`a stall of ${longestStallMs.toFixed(0)} ms`);
    if (rest > 100 * first.ms * 0.5) throw new Error(`${rest.toFixed(0)} ms for 100 further passes`);
    return `stall ${longestStallMs.toFixed(0)} ms; 100 further passes ${rest.toFixed(0)} ms together`;
  },
};

interface TenantServer extends AsyncDisposable {
  readonly port: number;
  readonly requests: string[];
}

/** A server of a tenant that quotes a secret of the network that it is in. */
async function startTenantServer(): Promise<TenantServer> {
  const issued = createCertificateAuthority({ commonName: "t" }).issue({ commonName: "t", ipAddresses: ["127.0.0.1"] });
  const requests: string[] = [];
  const server: Server = createServer({ cert: issued.certPem, key: issued.keyPem }, (request, response) => {
    requests.push(request.url ?? "");
    response.writeHead(404).end(`internal-db password=${marker}`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const addresses: Attack = {
  name: "addresses with http, ftp, file, a user, a query, a fragment",
  before: "each tried as HTTP; the password in messages",
  async run() {
    await using server = await startTenantServer();
    await using victim = await startVictim<object>(victimFile, {});
    const at = `127.0.0.1:${server.port}`;
    const hostile = [`http://${at}`, `ftp://${at}`, "file:///etc/passwd", `https://me:${marker}@${at}`];
    const more = [`https://${at}/latest/meta-data?${marker}`, `https://${at}/x#${marker}`, `HTTP://${at}`, `//${at}`];
    for (const url of [...hostile, ...more]) {
      const given = JSON.stringify(structured(server.port, { cluster: { server: url } }));
      const { connected, message } = await connect(victim, secretOf(given));
      if (connected || server.requests.length > 0 || message.includes(marker)) throw new Error(`${url}: ${message}`);
    }
    return "rejected, no request";
  },
};

const readBack: Attack = {
  name: "the answer of an internal server, read back from a condition",
  before: '"cannot GET /version: internal-db password=hunter2 ... (HTTP 404)"',
  async run() {
    await using server = await startTenantServer();
    await using victim = await startVictim<object>(victimFile, {});
    const given = JSON.stringify(structured(server.port, {}));
    const { message } = await connect(victim, secretOf(given));
    if (server.requests.length === 0) throw new Error(`no request was made: ${message}`);
    if (message.includes(marker) || message.includes(String(server.port))) throw new Error(message);
    return `"${message}"`;
  },
};

const hiddenAuthorities: Attack = {
  name: "authorities with name constraints under other labels of PEM, which OpenSSL reads too",
  before: "a stall of 1.6 s for each connection; four Secrets ended the manager",
  async run({ folder }) {
    const { ca, chain } = hostileChain(folder, { authorities: 1, constraints: 100, names: 0 });
    await using victim = await startVictim<object>(victimFile, {});
    for (const label of ["X509 CERTIFICATE", "TRUSTED CERTIFICATE"]) {
      const caData = Buffer.from(ca + chain.replaceAll("CERTIFICATE", label)).toString("base64");
      const given = JSON.stringify(structured(1, { cluster: { "certificate-authority-data": caData } }));
      const { message } = await connect(victim, secretOf(given));
      if (!message.includes("has more than certificates")) throw new Error(`${label}: ${message}`);
    }
    return "rejected";
  },
};

const unlabeled: Attack = {
  name: "a Secret of the right name without the type and the label of the Cluster",
  before: "used",
  async run() {
    await using victim = await startVictim<object>(victimFile, {});
    const secret = secretOf(JSON.stringify(structured(1, {})));
    const { message } = await connect(victim, {
      ...secret,
      type: "Opaque",
      metadata: { ...secret.metadata, labels: {} },
    });
    if (!message.includes("cannot be used")) throw new Error(message);
    return "not used";
  },
};

const secrets: Fuzz = {
  name: "kubeconfig Secrets: pieces of YAML up to 70 KB, and kubeconfigs with one hostile field",
  async run(lab, inputs) {
    await using server = await startTenantServer();
    await using victim = await startVictim<object>(victimFile, {});
    for (let i = 0; i < inputs; i += 1) {
      const given = lab.random.chance(0.5) ? garbage(lab) : nearlyValid(lab, server.port);
      try {
        const { connected, message } = await connect(victim, secretOf(given));
        if (connected) lab.fault("wrong", "connected", given);
        if (message.includes(marker)) lab.fault("wrong", `a message quotes it: ${message}`, given);
        lab.stall((await victim.measure()).longestStallMs, given);
      } catch (error) {
        lab.fault("crashed", String(error), given);
        if (victim.exit !== undefined) return;
      }
    }
    lab.growth((await victim.measure()).growthMiB);
  },
};

const sizes: readonly (readonly [number, string])[] = [
  [209, "a stall of 7.0 s"],
  [552, "a stall of 73.6 s"],
  [1000, "not finished after 400 s"],
];

export const kubeconfig: Area = {
  name: "kubeconfig",
  attacks: [...sizes.map(stalls), remembered, addresses, readBack, hiddenAuthorities, unlabeled],
  fuzzes: [secrets],
};
