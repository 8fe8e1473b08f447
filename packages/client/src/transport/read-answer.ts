// Reads the answers of an API server: a whole body, and the Status of a rejection.
import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { type CapstanError, isJsonObject, isStatus, type KubeStatus } from "@capstan/kube";
import { withoutUser } from "../credentials/server-address.ts";
import { clientError, parserReason } from "../errors.ts";
import type { Attempt } from "./connection-error.ts";

const unzip = promisify(gunzip);

/** Collects a body. `for await` would take a third longer for small ones. */
export async function readBody(response: IncomingMessage): Promise<string> {
  const body = await new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    response.on("data", (chunk: Buffer) => chunks.push(chunk));
    response.once("end", () =>
      resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)),
    );
    response.once("error", reject);
  });
  return (response.headers["content-encoding"] === "gzip" ? await unzip(body) : body).toString("utf8");
}

/** The error for an answer with success that is not one of the Kubernetes API; `wanted` is what it should be. */
export function badAnswer(attempt: Attempt, body: string, wanted: string): CapstanError {
  const { doing, server } = attempt;
  return clientError("client/bad-answer", { doing, server, what: describeContent(body), wanted });
}

/** An answer that is not 2xx. */
export interface Rejection {
  readonly code: number;
  /** The address that a redirect points to. */
  readonly location?: string | undefined;
  readonly body: string;
}

/** The Status of a rejection. Proxies in front of an API server answer without one, so it is made from what they sent. */
export function statusOf(rejection: Rejection): KubeStatus {
  const status = parseOrUndefined(rejection.body);
  if (isStatus(status)) return status;
  const { code } = rejection;
  const message = `${describeAnswer(rejection)} (HTTP ${code})`;
  return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message, code };
}

function describeAnswer({ code, location, body }: Rejection): string {
  // The query and the user of a login page's address can hold secrets.
  if (isRedirect(code))
    return `the server redirects to ${withoutUser((location ?? "").replace(/[?#].*$/s, "")) || "another address"}`;
  const content = body.trim();
  return isWebPage(content) ? "the server answered with a web page" : content.slice(0, 200) || "no message";
}

function isWebPage(content: string): boolean {
  return content.startsWith("<");
}

/** What an answer is that is not one of the Kubernetes API, for messages. Of its content only a title and names of fields are quoted. */
function describeContent(body: string): string {
  const content = body.trim();
  if (content === "") return "nothing";
  if (isWebPage(content)) return `a web page${quoted(/<title[^>]*>([^<]*)/i.exec(content)?.[1])}`;
  try {
    return describeJson(JSON.parse(content));
  } catch (error) {
    return `text that is not JSON (${parserReason(error)})`;
  }
}

function describeJson(value: unknown): string {
  if (!isJsonObject(value)) return Array.isArray(value) ? "a JSON array" : "a JSON value that is not an object";
  if (typeof value["kind"] === "string") return `JSON of kind${quoted(value["kind"])}`;
  const fields = Object.keys(value).slice(0, 5);
  return fields.length === 0 ? "an empty JSON object" : `JSON with the fields${fields.map(quoted).join(",")}`;
}

/** A string in quotes, on one line and not longer than a line; empty when there is none. */
function quoted(value = ""): string {
  const line = value.replace(/\s+/g, " ").trim().slice(0, 60);
  return line === "" ? "" : ` "${line}"`;
}

/** Whether a status is a redirect; an API server never sends one. */
export function isRedirect(code: number): boolean {
  return code >= 300 && code < 400;
}

function parseOrUndefined(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}
