// Reads a tape. Its lines are checked before they are used: a file may be cut off, of another release, or no tape at all.
import { type CapstanError, errorFrom, isJsonObject } from "@capstan/kube";
import { extensionError } from "../errors.ts";
import { type RecordedCall, type Tape, tapeFormat, type TapeHeader } from "./tape.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A tape as text, and how errors name it. */
export interface TapeText {
  readonly file: string;
  readonly text: string;
}

/**
 * Reads the tape that `capstan record` wrote, or an extension with `--record`. Throws `extension/bad-tape`, with the line and what to do: for a file that is empty or no tape, one of another format, one that ends in the middle of a line,
 * and one without a call.
 *
 * @example
 * const { calls } = readTape({ file: "quota.tape", text: await readFile("quota.tape", "utf8") });
 */
export function readTape({ file, text }: TapeText): Tape {
  const bad = (problem: string, help: string): CapstanError =>
    extensionError("extension/bad-tape", { file, problem, help });
  if (text.trim() === "") throw bad("it is empty", notRecorded);
  const [first = "", ...rest] = text.split("\n");
  const header = headerOf(first);
  if (header === undefined)
    throw bad(
      "its first line is not the header of a tape",
      "name a file that capstan record wrote, or an extension with --record",
    );
  if (header.capstanTape !== tapeFormat)
    throw bad(
      `its format is ${header.capstanTape}, and this release reads ${tapeFormat}`,
      "record again with this release of Capstan, or read the tape with the one that wrote it",
    );
  if (header.key === "") throw bad("its header has no key", "the file was changed: copy it again");
  if (!text.endsWith("\n"))
    throw bad(
      `line ${rest.length + 1} is not whole`,
      "the file was copied while it was written, or its writer was ended: copy it again, or delete this line",
    );
  const calls = rest.slice(0, -1).map((line, index) => {
    const call = callOf(line);
    if (typeof call === "string") throw bad(`line ${index + 2} ${call}`, "the file was changed: copy it again");
    return call;
  });
  if (calls.length === 0) throw bad("it has no call", notRecorded);
  return { header, calls };
}

const notRecorded =
  "let Cluster API call the extension while it is recorded, and change the Cluster: without a change it may not call";

function headerOf(line: string): TapeHeader | undefined {
  const value = parsed(line);
  if (!isJsonObject(value)) return undefined;
  const { capstanTape, extension, clusterApi = "", at = "", key = "", secretVariables = [] } = value;
  if (typeof capstanTape !== "number" || typeof extension !== "string") return undefined;
  const names = Array.isArray(secretVariables) ? secretVariables.map(String) : [];
  const texts = { clusterApi: String(clusterApi), at: String(at), key: String(key) };
  return { capstanTape, extension, ...texts, secretVariables: names };
}

/** A call, or what is wrong with its line. */
function callOf(line: string): RecordedCall | string {
  const value = parsed(line);
  if (value instanceof Error) return `is not JSON: ${value.message}`;
  if (!isJsonObject(value)) return "is not an object";
  return isCall(value) ? value : (problemOf(value) ?? "");
}

function isCall(value: Fields): value is Fields & RecordedCall {
  return problemOf(value) === undefined;
}

const texts = ["hook", "apiVersion", "handler", "at"] as const;

function problemOf(value: Fields): string | undefined {
  const missing = texts.find((name) => typeof value[name] !== "string");
  if (missing !== undefined) return `has no ${missing}`;
  const { request, response, cluster } = value;
  if (!isJsonObject(request)) return "has no request";
  if (!isJsonObject(response) || typeof response["status"] !== "string") return "has no response";
  if (!["string", "undefined"].includes(typeof response["message"])) return "has a message that is not a string";
  if (![request, response].every(hasItems)) return "has items that are not a list of objects";
  return cluster === undefined || isJsonObject(cluster) ? undefined : "has a cluster that is not an object";
}

/** Of the hooks that have items, the request has some, and the answer may have. */
function hasItems({ items = [] }: Fields): boolean {
  return Array.isArray(items) && items.every(isJsonObject);
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    return errorFrom(error);
  }
}
