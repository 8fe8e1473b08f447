// Calls of a console's server as a page makes them, and as an attacker does: with any header, which `fetch` would not send.
import { request, type IncomingMessage } from "node:http";
import { startConsole, type RunningConsole } from "../../src/console/console-server.ts";
import type { ConsoleSource } from "../../src/console/console-source.ts";
import type { NewsItem } from "../../src/console/wire.ts";

/** A page of two files, for tests that need no browser. */
export const plainFiles: ReadonlyMap<string, { readonly type: string; readonly content: string }> = new Map([
  ["/", { type: "text/html", content: "<!doctype html>" }],
  ["/console.js", { type: "text/javascript", content: "" }],
]);

/** An answer. */
export interface CallAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** What is sent. */
export interface CallOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A console with plain files. */
export function startPlainConsole(source: ConsoleSource): Promise<RunningConsole> {
  return startConsole(source, { files: plainFiles });
}

async function open(
  origin: string,
  path: string,
  { method = "GET", headers = {}, body }: CallOptions,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const call = request(
      `${origin}${path}`,
      {
        agent: false,
        method,
        headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      },
      resolve,
    );
    call.on("error", reject).end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Sends exactly what is given. */
export async function rawCall(origin: string, path: string, options: CallOptions = {}): Promise<CallAnswer> {
  const response = await open(origin, path, options);
  response.setEncoding("utf8");
  let text = "";
  for await (const part of response) text += part;
  return { status: response.statusCode ?? 0, headers: response.headers, text };
}

/** Calls with the token; fails when the answer is not 200. */
export async function callConsole<T>(
  { origin, token }: Pick<RunningConsole, "origin" | "token">,
  path: string,
  body?: unknown,
): Promise<T> {
  const headers = { authorization: `Bearer ${token}` };
  const { status, text } = await rawCall(origin, path, { method: body === undefined ? "GET" : "POST", headers, body });
  if (status !== 200) throw new Error(`${path} was answered with ${status}: ${text}`);
  const answer: T = JSON.parse(text);
  return answer;
}

/** A stream of news as it arrives. */
export interface OpenStream {
  readonly items: NewsItem[];
  /** The events other than news: `reset`, `end`. */
  readonly events: string[];
  /** The position of the last message. */
  readonly position: () => string;
  readonly closed: Promise<void>;
  close(): void;
}

/** Opens the stream of news after a position. */
export async function openStream({ origin, token }: RunningConsole, after: string): Promise<OpenStream> {
  const response = await open(origin, `/api/events?after=${after}`, { headers: { authorization: `Bearer ${token}` } });
  const [items, events]: [NewsItem[], string[]] = [[], []];
  let position = after;
  let rest = "";
  response.setEncoding("utf8").on("data", (text: string) => {
    const messages = (rest + text).split("\n\n");
    rest = messages.pop() ?? "";
    for (const line of messages.flatMap((message) => message.split("\n"))) {
      if (line.startsWith("id: ")) position = line.slice(4);
      if (line.startsWith("event: ")) events.push(line.slice(7));
      if (line.startsWith("data: [")) items.push(...JSON.parse(line.slice(6)));
    }
  });
  const closed = new Promise<void>((resolve) => void response.on("close", resolve));
  return { items, events, position: () => position, closed, close: () => response.destroy() };
}
