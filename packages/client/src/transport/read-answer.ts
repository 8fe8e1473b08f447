// Reads the answers of an API server: a whole body, and the Status of a rejection.
import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { type CapstanError, errorFrom, isJsonObject, type KubeStatus } from "@capstan/kube";
import { collectAnswer } from "@capstan/kube/http";
import { withoutUser } from "../credentials/server-address.ts";
import { clientError, parserReason } from "../errors.ts";
import type { ClientLimits } from "../limits.ts";
import { type Attempt, serverPlace, UnexpectedEncoding } from "./connection-error.ts";
import { LimitExcess } from "./answer-limits.ts";
import { readStatus } from "./status.ts";

const unzip = promisify(gunzip);

/** How a body is read. */
export interface BodyReading {
  readonly limits: Pick<ClientLimits, "answerBytes" | "decompressedBytes">;
  /** Whether the request asked for a compressed answer. */
  readonly compress: boolean;
}

/** Reads a body; rejects with a LimitExcess as soon as it exceeds a limit, and then ends the connection. */
export async function readBody(response: IncomingMessage, { limits, compress }: BodyReading): Promise<Buffer> {
  const encoding = (response.headers["content-encoding"] ?? "identity").toLowerCase();
  if (encoding !== "identity" && !(compress && encoding === "gzip")) {
    response.on("error", () => undefined).destroy();
    throw new UnexpectedEncoding();
  }
  const body = await collectAnswer(response, limits.answerBytes, () => new LimitExcess("answerBytes"));
  return encoding === "gzip" ? decompress(body, limits.decompressedBytes) : body;
}

async function decompress(body: Buffer, limit: number): Promise<Buffer> {
  try {
    return await unzip(body, { maxOutputLength: limit });
  } catch (error) {
    const { code }: NodeJS.ErrnoException = errorFrom(error);
    throw code === "ERR_BUFFER_TOO_LARGE" ? new LimitExcess("decompressedBytes") : error;
  }
}

/** The error for an answer with success that is not one of the Kubernetes API; `wanted` is what it should be. */
export function badAnswer(attempt: Attempt, body: string, wanted: string): CapstanError {
  const what = attempt.foreign === undefined ? describeContent(body) : "something else";
  return clientError("client/bad-answer", { doing: attempt.doing, place: serverPlace(attempt), what, wanted });
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
  const { code } = rejection;
  const sent = readStatus(parseOrUndefined(rejection.body), code);
  if (sent !== undefined) return sent;
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
  if (isWebPage(content)) return `a web page${quoted(titleOf(content))}`;
  try {
    return describeJson(JSON.parse(content));
  } catch (error) {
    return `text that is not JSON (${parserReason(error)})`;
  }
}

/** How many characters of a web page are searched for its title. */
const titleWithin = 4096;

function titleOf(page: string): string | undefined {
  return /<title[^<>]*>([^<]*)/i.exec(page.slice(0, titleWithin))?.[1];
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
