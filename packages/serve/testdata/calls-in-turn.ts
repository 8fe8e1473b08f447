// A caller in a thread of its own, so that it sends its next request while the server still works on the last one: sends requests one after
// the other through one kept-alive connection, and reports what came of them.
import https from "node:https";
import { parentPort, workerData } from "node:worker_threads";

/** What to send, and where. */
export interface CallsInTurn {
  readonly port: number;
  readonly calls: number;
  readonly bodyBytes: number;
}

/** The length of each answer, or what failed, and how many connections it took. */
export interface CallResults {
  readonly results: readonly string[];
  readonly connections: number;
}

const { port, calls, bodyBytes } = workerData as CallsInTurn;
const agent = new https.Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false });
const body = Buffer.alloc(bodyBytes, "b");
const ports = new Set<number | undefined>();

function call(): Promise<string> {
  return new Promise((resolve) => {
    const headers = { "content-length": bodyBytes };
    const sent = https.request({ host: "127.0.0.1", port, method: "POST", agent, headers }, (answer) => {
      ports.add(answer.socket.localPort);
      let length = 0;
      answer.on("data", (piece: Buffer) => (length += piece.length));
      answer.once("end", () => resolve(`${answer.statusCode}: ${length} bytes`));
      answer.once("error", (error) => resolve(error.message));
    });
    sent.once("error", (error) => resolve(error.message));
    sent.end(body);
  });
}

const results: string[] = [];
for (let i = 0; i < calls; i += 1) results.push(await call());
agent.destroy();
parentPort?.postMessage({ results, connections: ports.size } satisfies CallResults);
