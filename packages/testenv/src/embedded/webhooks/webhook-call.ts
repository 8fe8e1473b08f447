// Calls a webhook over HTTPS, by URL or by a Service that the test mapped to a local port.
import { request as httpsRequest, Agent } from "node:https";
import type { WebhookClientConfig } from "@capstan/kube/builtin";

/** The local base URLs of Services, by `namespace/name` or `namespace/name:port`. */
export type ServiceMap = ReadonlyMap<string, string>;

/** One call. */
export interface WebhookCall {
  readonly client: WebhookClientConfig;
  readonly body: unknown;
  readonly timeoutMs: number;
  readonly services: ServiceMap;
}

/** Posts a review and returns the response's JSON; rejects with the URL and the reason. */
export async function callWebhook(call: WebhookCall): Promise<unknown> {
  const target = targetOf(call);
  const answer = await post(target, call);
  if (answer.status < 200 || answer.status > 299)
    throw new Error(`Post "${target.url}": the server responded with ${answer.status}: ${answer.text.slice(0, 500)}`);
  try {
    const body: unknown = JSON.parse(answer.text);
    return body;
  } catch {
    throw new Error(`Post "${target.url}": the response is not JSON: ${answer.text.slice(0, 200)}`);
  }
}

interface Target {
  readonly url: string;
  /** The name that its certificate must have, when it is not the URL's. */
  readonly servername?: string;
}

function targetOf({ client, services }: WebhookCall): Target {
  if (client.url !== undefined) return { url: client.url };
  const { service } = client;
  if (service === undefined) throw new Error("the webhook has neither url nor service");
  const { namespace, name, path = "", port = 443 } = service;
  const base = services.get(`${namespace}/${name}:${port}`) ?? services.get(`${namespace}/${name}`);
  if (base === undefined)
    throw new Error(
      `Post "https://${name}.${namespace}.svc:${port}${path}": service "${name}" not found; map it with mapService`,
    );
  return { url: `${base.replace(/\/$/, "")}${path}`, servername: `${name}.${namespace}.svc` };
}

/** Idle connections stay open, but do not keep the process running. */
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

function post(
  { url, servername }: Target,
  { client, body, timeoutMs }: WebhookCall,
): Promise<{ status: number; text: string }> {
  const text = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const request = httpsRequest(url, {
      method: "POST",
      agent,
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        "content-length": Buffer.byteLength(text),
      },
      ...(client.caBundle === undefined ? {} : { ca: Buffer.from(client.caBundle, "base64") }),
      ...(servername === undefined ? {} : { servername }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const fail = (error: Error): void =>
      reject(
        new Error(
          `Post "${url}": ${error.name === "TimeoutError" || error.name === "AbortError" ? "context deadline exceeded" : error.message}`,
          { cause: error },
        ),
      );
    request.on("error", fail);
    request.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("error", fail);
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
    });
    request.end(text);
  });
}
