// One HTTP request and its response: content negotiation, the body within its size limit, JSON, Status and warnings.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { KubeStatus } from "@capstan/kube";
import { parseYaml } from "@capstan/schema/yaml";
import { badRequest, rejection } from "../api-status.ts";
import type { Form } from "../store/rendering.ts";

/** The API server's limit for one request, in bytes. */
const bodyLimit = 3 * 1024 * 1024;

/** A request, its parsed URL and its response. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
}

/** Parses a request's URL. */
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
  const given = request.headers["content-type"] ?? "application/json";
  return given.replace(/;.*/, "").trim().toLowerCase();
}

const accepted = "only the following media types are accepted: application/json";

/** The form that the Accept header requests. Throws NotAcceptable for what is not served: protobuf, and tables where there are none. */
export function acceptedForm(request: IncomingMessage, hasTables: boolean): Form {
  const header = request.headers.accept;
  if (header === undefined || header === "") return "object";
  for (const range of header.split(",")) {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim());
    const isJson = type === "application/json" || type === "application/*" || type === "*/*";
    const as = parameters.find((parameter) => parameter.startsWith("as="))?.slice(3);
    if (isJson && as === undefined) return "object";
    if (isJson && as === "Table" && parameters.includes("v=v1") && hasTables) return "table";
    if (isJson && (as === "PartialObjectMetadata" || as === "PartialObjectMetadataList") && parameters.includes("v=v1"))
      return "metadata";
  }
  throw rejection("NotAcceptable", accepted);
}

async function readText({ request }: Exchange): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  // A request without an encoding gives buffers.
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bodyLimit) throw rejection("RequestEntityTooLarge", `Request entity too large: limit is ${bodyLimit}`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** The body as JSON; undefined when it is empty. YAML is accepted with its content type. */
export async function readRequestBody(exchange: Exchange): Promise<unknown> {
  const text = await readText(exchange);
  if (text === "") return undefined;
  const type = contentType(exchange);
  if (type === "application/yaml") return readYaml(text);
  if (!isJson(type))
    throw rejection(
      "UnsupportedMediaType",
      `the body of the request was in an unknown format - accepted media types include: application/json, application/yaml${workaround(type)}`,
    );
  return parseJson(text);
}

/** The body as JSON and as a string, for any patch type. */
export async function readPatch(exchange: Exchange): Promise<{ readonly text: string; readonly patch: unknown }> {
  const text = await readText(exchange);
  return { text, patch: parseJson(text) };
}

/** kubectl sends what it builds itself, such as `kubectl create namespace`, as protobuf. */
function workaround(type: string): string {
  if (type !== "application/vnd.kubernetes.protobuf") return "";
  return "; the embedded API server reads no protobuf, which kubectl sends for what it builds itself: have it written as YAML, with kubectl create ... --dry-run=client -o yaml | kubectl apply --validate=false -f -";
}

function isJson(type: string): boolean {
  return type === "application/json" || type === "";
}

function parseJson(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text);
    return body;
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

/** Sends a JSON response. */
export function sendJson({ response }: Exchange, code: number, text: string): void {
  response.writeHead(code, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
    "cache-control": "no-cache, private",
  });
  response.end(text);
}

/** Sends a plain text response, as the API server does for paths that are not resources. */
export function sendText({ response }: Exchange, code: number, text: string): void {
  response.writeHead(code, {
    "content-type": "text/plain; charset=utf-8",
    "content-length": Buffer.byteLength(text),
    "x-content-type-options": "nosniff",
  });
  response.end(text);
}

/** Sends a Status response. */
export function sendStatus(exchange: Exchange, status: KubeStatus): void {
  const { retryAfterSeconds } = status.details ?? {};
  if (retryAfterSeconds !== undefined) exchange.response.setHeader("retry-after", String(retryAfterSeconds));
  // After a partly read body the connection cannot be reused.
  if (!exchange.request.complete) exchange.response.setHeader("connection", "close");
  sendJson(exchange, status.code, JSON.stringify(status));
}

/** Adds the warning headers that clients print, without duplicates. */
export function addWarnings({ response }: Exchange, warnings: readonly string[]): void {
  for (const warning of new Set(warnings))
    response.appendHeader("warning", `299 - ${JSON.stringify(warning.replaceAll(/[^\x20-\x7e]/g, "?"))}`);
}
