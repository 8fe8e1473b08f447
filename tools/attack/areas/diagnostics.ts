// Metrics on an address that other computers reach: who can read them.
import { get } from "node:https";
import { get as getPlain } from "node:http";
import { networkInterfaces } from "node:os";
import { text } from "node:stream/consumers";
import type { Area, Attack, Fuzz } from "../area.ts";
import { startVictim, type Victim } from "../victim.ts";

interface Served {
  readonly port: number;
  readonly tokens: Readonly<Record<string, string>>;
}

const metrics = (): Promise<Victim<Served>> =>
  startVictim(new URL("../victims/metrics-server.ts", import.meta.url), {});

/** An address of this computer that is not loopback, if it has one. */
const address: string =
  Object.values(networkInterfaces())
    .flat()
    .find((found) => found !== undefined && found.family === "IPv4" && !found.internal)?.address ?? "127.0.0.1";

type Headers = Readonly<Record<string, string>>;

/** The status of /metrics for a caller, and how many lines it read. */
function read(send: typeof get, url: string, headers: Headers = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    send(url, { headers, agent: false, rejectUnauthorized: false }, (response) => {
      text(response).then((body) => resolve(`${response.statusCode} ${body.split("\n").length}`), reject);
    }).once("error", reject);
  });
}

const strangers: Attack = {
  name: "`curl` of /metrics over an address that is not loopback: without TLS, without a token, with a bad one, without the right",
  before: "241 lines in plain HTTP, for everyone",
  async run() {
    await using victim = await metrics();
    const { port, tokens } = victim.info;
    const url = `https://${address}:${port}/metrics`;
    const plain = await read(getPlain, url.replace("https:", "http:")).catch(() => "closed");
    if (plain !== "closed") throw new Error(`plain HTTP: ${plain}`);
    const bearer = (token = ""): Headers => ({ authorization: `Bearer ${token}` });
    const got = await Promise.all(
      [{}, bearer("x.y.z"), bearer(tokens["stranger"])].map((each) => read(get, url, each)),
    );
    const statuses = got.map((each) => each.slice(0, 3)).join(", ");
    if (statuses !== "401, 401, 403") throw new Error(statuses);
    const allowed = await read(get, url, bearer(tokens["prometheus"]));
    if (!allowed.startsWith("200 ")) throw new Error(`the account with the right: ${allowed}`);
    if (Object.values(tokens).some((token) => victim.output.includes(token))) throw new Error("a token is in the log");
    return `closed, ${statuses}; with the right: 200`;
  },
};

const badCallers: Fuzz = {
  name: "callers of /metrics with random credentials",
  async run(lab, inputs) {
    await using victim = await metrics();
    const { port, tokens } = victim.info;
    const url = `https://${address}:${port}/metrics`;
    for (let i = 0; i < inputs; i += 1) {
      const authorization = credentials(lab.random.pick.bind(lab.random), lab.random.below(1e9), tokens);
      const status = (await read(get, url, { authorization }).catch(String)).slice(0, 3);
      if (!["400", "401", "403", "431", "503"].includes(status))
        lab.fault("wrong", `the answer is ${status}`, authorization);
      lab.stall((await victim.measure()).longestStallMs, authorization);
    }
    const good = await readAfterFlood(url, `Bearer ${tokens["prometheus"]}`);
    if (!good.startsWith("200 ")) lab.fault("wrong", `afterwards the account with the right: ${good}`, "");
    lab.growth((await victim.measure()).growthMiB);
  },
};

/** The flood came from the same address, which has few reviews left for some seconds; callers come again. */
async function readAfterFlood(url: string, authorization: string): Promise<string> {
  const from = performance.now();
  for (;;) {
    const answer = await read(get, url, { authorization });
    if (!answer.startsWith("503 ") || performance.now() - from > 10_000) return answer;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

function credentials(pick: <T>(items: readonly T[]) => T, random: number, tokens: Served["tokens"]): string {
  const { prometheus = "", stranger = "" } = tokens;
  return pick([
    `Bearer ${random}`,
    `Bearer ${stranger}`,
    `Bearer ${prometheus}x`,
    `Bearer ${prometheus.slice(0, -1)}`,
    `Bearer ${prometheus},${prometheus}`,
    `Bearer ${prometheus} ${prometheus}`,
    `Basic ${prometheus}`,
    `Bearer${prometheus}`,
    prometheus,
    `Bearer ${"a".repeat(random % 60_000)}`,
    "Bearer null",
    'Bearer {"__proto__":1}',
    "",
  ]);
}

/** The metrics. */
export const diagnostics: Area = { name: "diagnostics", attacks: [strangers], fuzzes: [badCallers] };
