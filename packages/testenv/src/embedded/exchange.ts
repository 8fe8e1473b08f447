// One HTTP request and its answer: the body read within a limit, JSON and Status written, warnings as headers. Handlers speak
// in objects and texts and leave the protocol to this file.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { KubeStatus } from "@capstan/kube";
import { parseYaml } from "@capstan/schema/yaml";
import { badRequest, refusal } from "./api-status.ts";

/** What the API server reads of one request at most. */
const bodyLimit = 3 * 1024 * 1024;

/** A request with what handlers need of it. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
}

/** The parts of a request's URL. */
export function exchangeOf(request: IncomingMessage, response: ServerResponse): Exchange {
  const url = request.url ?? "/";
  const mark = url.indexOf("?");
  return {
    request,
    response,
    method: request.method ?? "GET",
    path: mark < 0 ? url : url.slice(0, mark),
    query: new URLSearchParams(mark < 0 ? "" : url.slice(mark + 1)),
  };
}

/** The media type of the body, without parameters. */
export function contentType({ request }: Exchange): string {
  return (request.headers["content-type"] ?? "application/json").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

async function readText({ request }: Exchange): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bodyLimit) throw refusal("RequestEntityTooLarge", `Request entity too large: limit is ${bodyLimit}`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** The body as JSON; undefined when there is none. YAML is read too where the request says so. */
export async function readBody(exchange: Exchange): Promise<unknown> {
  const text = await readText(exchange);
  if (text === "") return undefined;
  const type = contentType(exchange);
  if (type === "application/yaml") return readYaml(text);
  if (!isJson(type))
    throw refusal(
      "UnsupportedMediaType",
      `the body of the request was in an unknown format - accepted media types include: application/json, application/yaml`,
    );
  return parseJson(text);
}

/** The body as JSON, whatever patch type its media type says, and its text. */
export async function readPatch(exchange: Exchange): Promise<{ readonly text: string; readonly patch: unknown }> {
  const text = await readText(exchange);
  return { text, patch: parseJson(text) };
}

function isJson(type: string): boolean {
  return type === "application/json" || type === "";
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (caught) {
    throw badRequest(
      `couldn't get version/kind; json parse error: ${caught instanceof Error ? caught.message : String(caught)}`,
    );
  }
}

function readYaml(text: string): unknown {
  const { documents, diagnostics } = parseYaml(text);
  const [problem] = diagnostics;
  if (problem !== undefined) throw badRequest(`yaml: line ${problem.position?.line ?? 0}: ${problem.message}`);
  return documents[0]?.value;
}

/** Answers with a JSON text. */
export function sendJson({ response }: Exchange, code: number, text: string): void {
  response.writeHead(code, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
    "cache-control": "no-cache, private",
  });
  response.end(text);
}

/** Answers with a plain text, as the API server does on paths that are no resources. */
export function sendText({ response }: Exchange, code: number, text: string): void {
  response.writeHead(code, {
    "content-type": "text/plain; charset=utf-8",
    "content-length": Buffer.byteLength(text),
    "x-content-type-options": "nosniff",
  });
  response.end(text);
}

/** Answers with a refusal, or says that nothing is wrong. */
export function sendStatus(exchange: Exchange, status: KubeStatus): void {
  const { retryAfterSeconds } = status.details ?? {};
  if (retryAfterSeconds !== undefined) exchange.response.setHeader("retry-after", String(retryAfterSeconds));
  // A body that was not read to its end cannot be followed by a next request.
  if (!exchange.request.complete) exchange.response.setHeader("connection", "close");
  sendJson(exchange, status.code, JSON.stringify(status));
}

/** Sets the headers that clients print as warnings, each once. */
export function setWarnings({ response }: Exchange, warnings: readonly string[]): void {
  const values = [...new Set(warnings)].map(
    (warning) => `299 - ${JSON.stringify(warning.replaceAll(/[^\x20-\x7e]/g, "?"))}`,
  );
  if (values.length > 0) response.setHeader("warning", values);
}
