// Calls of the admin to the API server, on node:https alone: what checks it shares no code with the operator and its client.
import { Agent, request } from "node:https";
import type { ClusterCredentials } from "@capstan/kube";
import { delay } from "./until.ts";

/** One call. */
export interface ApiCall {
  readonly method: "DELETE" | "GET" | "PATCH" | "POST" | "PUT";
  readonly path: string;
  readonly body?: object;
}

/** An answer of any status. */
export interface ApiAnswer {
  readonly status: number;
  readonly text: string;
}

const timeoutMs = 20_000;
/** While a definition changes, the API server answers 429. */
const mostTries = 40;

/** The admin. */
export class Api {
  readonly #credentials: ClusterCredentials;
  readonly #agent: Agent;

  constructor(credentials: ClusterCredentials) {
    const { caData, certData, keyData } = credentials;
    this.#credentials = credentials;
    this.#agent = new Agent({ keepAlive: true, maxSockets: 32, ca: caData, cert: certData, key: keyData });
  }

  /** Sends a request; rejects only when there is no answer. */
  call({ method, path, body }: ApiCall): Promise<ApiAnswer> {
    const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
    const headers = { accept: "application/json", "content-type": type };
    const { promise, resolve, reject } = Promise.withResolvers<ApiAnswer>();
    const options = { agent: this.#agent, method, headers, timeout: timeoutMs };
    const sent = request(new URL(path, this.#credentials.server), options, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString("utf8") }));
      answer.on("error", reject);
    });
    sent.on("timeout", () => sent.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)));
    sent.on("error", reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
    return promise;
  }

  /** Sends a request that must succeed, again while the API server asks for that; the JSON of its answer. The caller names the type of what the API server answers. */
  async json<T>(call: ApiCall): Promise<T> {
    let { status, text } = await this.call(call);
    for (let tries = 1; status === 429 && tries < mostTries; tries++) {
      await delay(500);
      ({ status, text } = await this.call(call));
    }
    if (status >= 300) throw new Error(`${call.method} ${call.path} was answered ${status}: ${text.slice(0, 1000)}`);
    return JSON.parse(text) as T;
  }

  close(): void {
    this.#agent.destroy();
  }
}
