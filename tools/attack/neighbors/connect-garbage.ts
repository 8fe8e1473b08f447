// What any user of the computer can send to the port of a local cluster's proxy.
import { connect } from "node:net";
import type { Attack, Fuzz } from "../area.ts";
import type { Lab } from "../lab.ts";
import { startVictim, type Victim } from "../victim.ts";
import type { ProxyVictim } from "../victims/connect-proxy.ts";

type Proxy = Victim<ProxyVictim>;

const startProxy = (): Promise<Proxy> =>
  startVictim<ProxyVictim>(new URL("../victims/connect-proxy.ts", import.meta.url), {});
const waitMs = 500;

interface Sent {
  readonly bytes: string;
  /** Ends the connection with a reset right after the bytes. */
  readonly reset?: boolean;
}

/** Sends bytes on a new connection; what comes back until the other side ends, or "" where nothing does. */
function send(port: number, { bytes, reset = false }: Sent): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(bytes, "latin1");
      if (reset) socket.resetAndDestroy();
      // A request that is not complete gets no answer: the end of the bytes asks for one.
      else if (!bytes.includes("\r\n\r\n")) socket.end();
    });
    socket.setTimeout(waitMs, () => socket.destroy());
    socket.on("data", (data) => {
      text += data.toString("latin1");
      if (text.includes("\r\n\r\n")) socket.destroy();
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(text));
  });
}

const request = (target: string, headers = ""): string => `CONNECT ${target} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;

function authorized({ info: { url } }: Proxy): string {
  const { username, password } = new URL(url);
  return `Proxy-Authorization: Basic ${Buffer.from(`${username}:${password}`).toString("base64")}\r\n`;
}

/** A process of the cluster is still served. */
async function checkServed(proxy: Proxy): Promise<void> {
  if (proxy.exit !== undefined) throw new Error(`the proxy ended with ${proxy.exit}: ${proxy.output.slice(-500)}`);
  const answer = await send(proxy.info.port, { bytes: request("echo.team.svc:443", authorized(proxy)) });
  if (!answer.startsWith("HTTP/1.1 200")) throw new Error(`a process of the cluster is answered ${answer}`);
}

export const malformedConnect: Attack = {
  name: "`CONNECT :1` and `CONNECT x:99999` to the proxy of a local cluster",
  before: "ERR_INVALID_URL, uncaught: the process ends",
  async run() {
    await using proxy = await startProxy();
    const headers = authorized(proxy);
    const answers: string[] = [];
    for (const target of [":1", "x:99999"])
      answers.push(await send(proxy.info.port, { bytes: request(target, headers) }));
    await checkServed(proxy);
    const statuses = answers.map((answer) => answer.slice("HTTP/1.1 ".length, "HTTP/1.1 400".length));
    if (statuses.some((status) => status !== "400")) throw new Error(`the answers are ${statuses.join(", ")}`);
    return "HTTP 400; the proxy runs on";
  },
};

export const openProxy: Attack = {
  name: "a connection through the proxy of a local cluster, by a user who was given nothing",
  before: "HTTP 200: an open proxy for all users of the computer",
  async run() {
    await using proxy = await startProxy();
    const answer = await send(proxy.info.port, { bytes: request("echo.team.svc:443") });
    if (!answer.startsWith("HTTP/1.1 407")) throw new Error(`the answer is ${answer.slice(0, 100)}`);
    await checkServed(proxy);
    return "HTTP 407";
  },
};

const targets = [
  ":1",
  "x:99999",
  "x",
  "x:",
  "",
  "/",
  "*",
  "[::1]:1",
  "[::1",
  "[",
  "x:1:1",
  "%00:1",
  "\u0000:1",
  "é:1",
  "http://x/",
  "x:-1",
  "echo.team.svc:443",
  "127.0.0.1:22",
] as const;
const headerLines = [
  "",
  "Proxy-Authorization:\r\n",
  "Proxy-Authorization: Basic\r\n",
  "Proxy-Authorization: Basic eA==\r\n",
  "Proxy-Authorization: Basic \u00ff\u00ff\r\n",
  "Content-Length: 5\r\n",
  "Transfer-Encoding: chunked\r\n",
  "Content-Length: 1\r\nContent-Length: 2\r\n",
  " folded\r\n",
  "Upgrade: websocket\r\nConnection: upgrade\r\n",
  "Expect: 100-continue\r\n",
  "no colon\r\n",
] as const;

function hostile(lab: Lab, right: string): Sent & { readonly authorized: boolean } {
  const { random } = lab;
  const target = random.chance(0.1)
    ? random.pick(["a", ".", "[", ":"]).repeat(random.below(20_000))
    : random.pick(targets);
  const given = random.chance(0.4);
  const headers = `${given ? right : ""}${random.list(4, () => random.pick(headerLines)).join("")}`;
  const method = random.chance(0.8)
    ? "CONNECT"
    : random.pick(["GET", "POST", "OPTIONS", "connect", "\u0016\u0003\u0001"]);
  const version = random.chance(0.9) ? "HTTP/1.1" : random.pick(["HTTP/1.0", "HTTP/2.0", "HTTP/9", ""]);
  const early = random.chance(0.3) ? "x".repeat(random.below(100_000)) : "";
  const whole = `${method} ${target} ${version}\r\nHost: x\r\n${headers}\r\n${early}`;
  const bytes = random.chance(0.15) ? whole.slice(0, random.below(whole.length)) : whole;
  return { bytes, reset: random.chance(0.2), authorized: given };
}

export const connectGarbage: Fuzz = {
  name: "CONNECT requests to the proxy of a local cluster: targets, headers, early data, resets",
  async run(lab, inputs) {
    await using proxy = await startProxy();
    const right = authorized(proxy);
    const batch = 100;
    for (let sent = 0; sent < inputs; sent += batch) {
      const requests = Array.from({ length: Math.min(batch, inputs - sent) }, () => hostile(lab, right));
      const answers = await Promise.all(requests.map((one) => send(proxy.info.port, one)));
      for (const [i, answer] of answers.entries()) {
        const one = requests[i];
        if (one !== undefined && !one.authorized && / 200 /.test(answer.slice(0, 15)))
          lab.fault("wrong", "a stranger is connected", one.bytes);
      }
      if (proxy.exit !== undefined) {
        lab.fault(
          "crashed",
          `the proxy ended with ${proxy.exit}: ${proxy.output.slice(-300)}`,
          requests.map(({ bytes }) => bytes),
        );
        return;
      }
      if (sent % 1000 === 0) lab.stall((await proxy.measure()).longestStallMs, "100 requests at once");
    }
    await checkServed(proxy);
    const { longestStallMs, growthMiB } = await proxy.measure();
    lab.stall(longestStallMs, "100 requests at once");
    if (growthMiB > 128) lab.fault("grew", `the proxy, by ${growthMiB.toFixed(0)} MiB (limit 128)`, "all requests");
  },
};
