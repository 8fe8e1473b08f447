// Stands between Cluster API and an extension that may be written in any language: passes each call on, and records those of topology hooks on a tape, without secrets.
import { hookCatalog } from "@capstan/api/catalog";
import type { HookEntry } from "@capstan/api/codegen/v1";
import { errorFrom, isJsonObject, millisecondsOf } from "@capstan/kube";
import { type Logger, silentLogger } from "@capstan/process";
import { type ServeRequest, type ServeResponse, startServer, textResponse } from "@capstan/serve";
import type { HookResponse } from "../answering/to-response.ts";
import {
  connectExtension,
  type ExtensionAddress,
  type ExtensionConnection,
  type RawAnswer,
} from "../caller/connection.ts";
import type { CallerLimits } from "../caller/caller-limits.ts";
import { discover } from "../caller/discover.ts";
import { hookLimits } from "../serving/hook-routes.ts";
import type { ServeExtensionOptions } from "../serving/serve-extension.ts";
import { type RecordedHandler, TapeRecorder } from "./call-recorder.ts";
import type { RecordOptions } from "./begin-recording.ts";
import { LateRecorder } from "./late-recorder.ts";
import { recordedHooks } from "./tape.ts";

/** Where calls come from, where they go, and where they are recorded. */
export interface RecordingProxyOptions
  extends RecordOptions, Pick<ServeExtensionOptions, "tls" | "port" | "host" | "clientCa" | "limits" | "log"> {
  /** The extension that answers. */
  readonly target: ExtensionAddress;
  /** The name of the extension, as `capstan plan` compares it with that of a project. Default: none, which fits each project. */
  readonly name?: string;
  /** The names of variables and settings whose values are secret, beside those whose names say so. */
  readonly secrets?: readonly string[];
}

/** What has happened so far. */
export interface ProxyCounts {
  /** Calls that were passed on. */
  readonly calls: number;
  /** Calls that the extension did not answer. */
  readonly failed: number;
  /** Calls on the tape. */
  readonly recorded: number;
}

/** A proxy that records. */
export interface RecordingProxy extends AsyncDisposable {
  /** Where calls are taken. */
  readonly url: string;
  readonly counts: ProxyCounts;
  /** Stops listening, lets calls in progress end, writes what is to be recorded, and closes the tape. */
  close(): Promise<void>;
}

/**
 * Starts a proxy in front of an extension, which records calls on a tape as an extension of this kit does with `--record`. What the extension answers is passed back as it is: status and body; a call that it does not
 * answer in the time of its caller is answered with 502. It has no effect on a call that something cannot be recorded. A request with secrets is sent a second time, without them, and this answer is on the tape.
 *
 * Rejects, and leaves nothing open, when discovery of the extension does not answer (`extension/discovery-invalid`), the tape cannot be written (`extension/tape-file`), or the certificate or the port cannot be used.
 *
 * @example
 * await using proxy = await startRecordingProxy({ target: { url, caBundle }, file: "calls.tape", tls: { directory: "certs" } });
 */
export async function startRecordingProxy(options: RecordingProxyOptions): Promise<RecordingProxy> {
  const { target, file, bytes, log = silentLogger, name = "", secrets = [] } = options;
  const connection = connectExtension({ ...target, limits: { ...passedOn, ...target.limits } });
  try {
    await discover(connection);
    const recorder = new LateRecorder();
    const proxy = await listening(options, new PassedCalls({ connection, recorder, log }));
    const declared = new Set(secrets);
    const extension = { name, clusterApi: "", names: { variables: declared, settings: declared } };
    const place = { file, log, ...(bytes !== undefined && { limits: { bytes } }) };
    await recorder.beginBehind(proxy, () =>
      TapeRecorder.begin(extension, place, (handler, request) => askAgain(connection, handler, request)),
    );
    return proxy;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** What an extension may send in one answer: more than this kit sends of patches, since Cluster API has no limit. */
const passedOn: Partial<CallerLimits> = { answerBytes: 32 * 1024 * 1024, jsonValues: hookLimits.jsonValues };

async function listening(options: RecordingProxyOptions, passed: PassedCalls): Promise<RecordingProxy> {
  const { tls, clientCa, limits, port = 9443, host = "127.0.0.1", log = silentLogger } = options;
  const server = await startServer({
    host,
    port,
    tls,
    ...(clientCa !== undefined && { clientCa }),
    limits: { ...hookLimits, ...limits },
    routes: [],
    otherwise: { method: "POST", handle: (request) => passed.pass(request) },
    onError: (error) => log.error("A call failed in the proxy", { problem: errorFrom(error).message }),
  });
  const close = async (): Promise<void> => {
    await server.close();
    await passed.close();
  };
  return {
    url: server.url,
    get counts() {
      return passed.counts;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

interface Parts {
  readonly connection: ExtensionConnection;
  readonly recorder: LateRecorder;
  readonly log: Logger;
}

/** Group, version, hook, and the handler of a hook that can have several. Nothing else is passed on: the path would be part of another URL. */
const hookPath = /^\/[a-z0-9][a-z0-9.-]{0,252}\/v[a-z0-9]{1,62}\/[a-z0-9]{1,62}(?:\/(?<handler>[a-z0-9-]{1,63}))?$/;

/** The most that Cluster API waits for any handler. */
const mostSeconds = 30;

/** Passes calls on, and counts them. */
class PassedCalls {
  readonly #parts: Parts;
  readonly #seen = new Set<string>();
  #calls = 0;
  #failed = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get counts(): ProxyCounts {
    return { calls: this.#calls, failed: this.#failed, recorded: this.#parts.recorder.recorded };
  }

  async pass(request: ServeRequest): Promise<ServeResponse> {
    const { path } = request;
    const match = hookPath.exec(path);
    if (match === null) return textResponse(404, "this is not the path of a hook\n");
    this.#calls += 1;
    const body = Buffer.from(await request.body()).toString("utf8");
    const answer = await this.#answerOf(request, body);
    if (answer === undefined) return textResponse(502, "the extension did not answer; the log of the proxy says why\n");
    const handler = recordedHandler(path, match.groups?.["handler"] ?? "");
    const recorded = handler === undefined ? undefined : this.#record(handler, request, answer);
    const { status } = answer;
    const headers = { "content-type": status === 200 ? "application/json" : "text/plain; charset=utf-8" };
    return { status, headers, body: answer.body, ...(recorded !== undefined && { pending: recorded }) };
  }

  async close(): Promise<void> {
    await this.#parts.recorder.close();
    this.#parts.connection.close();
  }

  async #answerOf({ path, query }: ServeRequest, body: string): Promise<RawAnswer | undefined> {
    const { connection, log } = this.#parts;
    const given = millisecondsOf(query.get("timeout") ?? "") ?? 0;
    const seconds = given > 0 ? Math.min(given / 1000, mostSeconds) : mostSeconds;
    const others = new URLSearchParams([...query].filter(([name]) => name !== "timeout")).toString();
    try {
      return await connection.post(others === "" ? path : `${path}?${others}`, body, seconds);
    } catch (error) {
      this.#failed += 1;
      log.warn("The extension did not answer", { path, problem: errorFrom(error).message });
      return undefined;
    }
  }

  /** After the answer; nothing of it is an error of the call. */
  async #record(handler: RecordedHandler, request: ServeRequest, answer: RawAnswer): Promise<void> {
    const { recorder, log } = this.#parts;
    const response = answer.status === 200 ? responseOf(answer.body) : undefined;
    if (response === undefined) return;
    this.#show(handler, response);
    if (!recordedHooks.has(handler.hook.name)) return;
    try {
      // Only here are the limits of JSON checked: the proxy passes on what it does not read.
      const sent = await request.json();
      if (!isJsonObject(sent)) throw new Error("the request is not an object");
      recorder.begin(handler, sent)?.(response);
    } catch (error) {
      log.warn("A call could not be recorded", { handler: handler.name, problem: errorFrom(error).message });
    }
  }

  /** One line for each handler: a sign that calls arrive. */
  #show({ name, hook }: RecordedHandler, { status }: HookResponse): void {
    const key = `${hook.name} ${name}`;
    if (this.#seen.has(key) || this.#seen.size >= mostSeen) return;
    this.#seen.add(key);
    this.#parts.log.info("The first call of a handler", { hook: hook.name, handler: name, status });
  }
}

/** So many handlers are shown; an extension has a handful. */
const mostSeen = 100;

const hooks: readonly HookEntry[] = Object.values(hookCatalog);

/** The handler of a path; undefined for hooks of other products. */
function recordedHandler(path: string, name: string): RecordedHandler | undefined {
  const hook = hooks.find((each) => !each.singleton && path === `${each.path}/${name}`);
  return hook && { name, hook };
}

/** The answer of a handler; undefined for what is not one. */
function responseOf(body: string): HookResponse | undefined {
  try {
    const response: unknown = JSON.parse(body);
    return isResponse(response) ? response : undefined;
  } catch {
    return undefined;
  }
}

function isResponse(value: unknown): value is HookResponse {
  return isJsonObject(value) && (value["status"] === "Success" || value["status"] === "Failure");
}

/** The answer to a request that has no secrets. */
async function askAgain(
  connection: ExtensionConnection,
  { name, hook }: RecordedHandler,
  request: object,
): Promise<HookResponse> {
  const called = hooks.find((each) => each.name === hook.name && each.apiVersion === hook.apiVersion);
  const { status, body } = await connection.post(`${called?.path}/${name}`, JSON.stringify(request), mostSeconds);
  const response = status === 200 ? responseOf(body) : undefined;
  if (response === undefined) throw new Error(`${name} did not answer the request without its secrets: ${status}`);
  return response;
}
