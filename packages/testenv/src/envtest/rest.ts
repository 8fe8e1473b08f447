// The few REST calls that starting a control plane needs. @capstan/client is a layer above and cannot be used here.
import { Agent, request } from "node:https";
import type { CapstanError, ClusterCredentials } from "@capstan/kube";
import { envtestError } from "./errors.ts";

/** One call. */
export interface RestCall {
  readonly method: "GET" | "POST" | "PUT";
  readonly path: string;
  readonly body?: object;
}

/** A response of any status. */
export interface RestAnswer {
  readonly status: number;
  readonly text: string;
}

/** Calls one API server. */
export interface Rest {
  /** Sends a request; rejects only when there is no response. */
  call(call: RestCall): Promise<RestAnswer>;
  /** Sends a request that must succeed, and returns the JSON of the response. */
  json(call: RestCall): Promise<unknown>;
  close(): void;
}

/** So that an API server that hangs fails its test. */
const timeoutMs = 30_000;

/** Prepares calls with these credentials. */
export function createRest(credentials: ClusterCredentials): Rest {
  const agent = new Agent({
    keepAlive: true,
    ca: credentials.caData,
    cert: credentials.certData,
    key: credentials.keyData,
  });
  const headers = credentials.token === undefined ? {} : { authorization: `Bearer ${credentials.token}` };
  const call = (options: RestCall): Promise<RestAnswer> =>
    send({ url: new URL(options.path, credentials.server), agent, headers, call: options });
  return {
    call,
    json: async (options) => {
      const answer = await call(options);
      if (answer.status >= 300) throw rejected(options, answer);
      return JSON.parse(answer.text);
    },
    close: () => agent.destroy(),
  };
}

interface Send {
  readonly url: URL;
  readonly agent: Agent;
  readonly headers: Readonly<Record<string, string>>;
  readonly call: RestCall;
}

const jsonHeaders = { accept: "application/json", "content-type": "application/json" };

function send({ url, agent, headers, call: { method, body } }: Send): Promise<RestAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      { agent, method, headers: { ...headers, ...jsonHeaders }, timeout: timeoutMs },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString("utf8") }),
        );
        response.on("error", reject);
      },
    );
    outgoing.on("timeout", () => outgoing.destroy(new Error(`no response within ${timeoutMs / 1000} s`)));
    outgoing.on("error", reject);
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

function rejected({ method, path }: RestCall, { status, text }: RestAnswer): CapstanError {
  return envtestError("testenv/rejected", { method, path, status, text: text.slice(0, 2000) });
}
