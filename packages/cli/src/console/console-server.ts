// The console of `capstan dev`: a server on loopback for one page, its data, live news and actions.
import type { IncomingMessage, ServerResponse } from "node:http";
import { jsonResponse, startServer, type Route, type ServeRequest, type ServeResponse } from "@capstan/serve";
import { applyYaml } from "./apply-yaml.ts";
import { callRoutes } from "./calls/call-routes.ts";
import { checkYaml } from "./check-yaml.ts";
import type { ConsoleSource } from "./console-source.ts";
import { streamNews } from "./live-events.ts";
import { NewsFeed } from "./news-feed.ts";
import { objectDetail } from "./object-detail.ts";
import { readPageFiles, type PageFile } from "./page-files.ts";
import { newToken, RequestGuard, safeHeaders, type RejectedRequest } from "./request-guard.ts";
import { readAction, readYaml, runAction } from "./run-action.ts";
import { rowChange, wholeStateJson } from "./whole-state.ts";
import type { YamlAnswer } from "./wire.ts";
import { readWritten, writtenChanges } from "./written-changes.ts";

/** Where the console listens, and who may use it. */
export interface ConsoleOptions {
  /** The port on 127.0.0.1. Default: any free one. A page that is open goes on after a restart with the same port and token. */
  readonly port?: number;
  /** Default: a new one. */
  readonly token?: string;
  /** The files of the page. Default: those of this package's build. */
  readonly files?: ReadonlyMap<string, PageFile>;
}

/** A console that is served. */
export interface RunningConsole extends AsyncDisposable {
  /** The address with the token, which is in a part that browsers do not send: it is in no log and no referrer. */
  readonly url: string;
  /** The same without the token. */
  readonly origin: string;
  readonly token: string;
  /** Tells open pages that the session has ended, and stops. */
  close(): Promise<void>;
}

/** Bodies are YAML that somebody typed. */
const limits = { bodyBytes: 2 * 1024 * 1024, inFlightBytes: 8 * 1024 * 1024, connections: 64 };

/** Starts the console; resolves when it listens. */
export async function startConsole(source: ConsoleSource, options: ConsoleOptions = {}): Promise<RunningConsole> {
  const token = options.token ?? newToken();
  const feed = new NewsFeed();
  const ends = [
    source.timeline.follow((change) => feed.add({ type: "object", change: rowChange(change) })),
    source.follow((news) => feed.add(news)),
  ];
  const streams = new Set<() => Promise<void>>();
  // The guard needs the port, which is known when the server listens: until then nobody can call.
  let guard = new RequestGuard(0, token);
  const server = await startServer({
    port: options.port ?? 0,
    limits,
    routes: [
      ...pageRoutes(options.files ?? readPageFiles(), (request) => guard.checkPlace(request.headers)),
      ...dataRoutes(source, feed, (request) => guard.check(request.headers)),
    ],
    listener: (request, response) =>
      answerStream({ request, response, feed, streams, rejection: guard.check(request.headers) }),
  });
  guard = new RequestGuard(server.port, token);
  const close = async (): Promise<void> => {
    for (const end of ends) end();
    await Promise.all([...streams].map((end) => end()));
    await server.close({ drainMs: 200 });
  };
  return {
    url: `${server.url}/#token=${token}`,
    origin: server.url,
    token,
    close,
    [Symbol.asyncDispose]: close,
  };
}

type Check = (request: ServeRequest) => RejectedRequest | undefined;

function pageRoutes(files: ReadonlyMap<string, PageFile>, check: Check): Route[] {
  return [...files].map(([path, { type, content }]) => ({
    method: "GET",
    path,
    handle: (request) =>
      guarded(request, check, () => ({ status: 200, headers: { "content-type": type }, body: content })),
  }));
}

async function guarded(
  request: ServeRequest,
  check: Check,
  answer: () => ServeResponse | Promise<ServeResponse>,
): Promise<ServeResponse> {
  const rejection = check(request);
  const response =
    rejection === undefined ? await answer() : jsonResponse(rejection.status, { message: rejection.message });
  return { ...response, headers: { ...response.headers, ...safeHeaders } };
}

function dataRoutes(source: ConsoleSource, feed: NewsFeed, check: Check): Route[] {
  const { timeline } = source;
  const route = (method: "GET" | "POST", path: string, answer: (request: ServeRequest) => unknown): Route => ({
    method,
    path,
    handle: (request) => guarded(request, check, async () => jsonResponse(200, await answer(request))),
  });
  return [
    {
      method: "GET",
      path: "/api/state",
      handle: (request) =>
        guarded(request, check, async () => {
          const body = await wholeStateJson(source, feed);
          return { status: 200, headers: { "content-type": "application/json" }, body };
        }),
    },
    route("GET", "/api/object", ({ query }) =>
      objectDetail(timeline, query.get("id") ?? "", numberOf(query.get("at")) ?? timeline.seq),
    ),
    route("POST", "/api/written", async (request) => ({
      changes: writtenChanges(timeline, readWritten(await request.json())),
    })),
    route("POST", "/api/check", async (request): Promise<YamlAnswer> => {
      const { problems } = checkYaml(readYaml(await request.json()).yaml, timeline.now);
      return { problems, written: [] };
    }),
    route("POST", "/api/apply", async (request) => {
      const { apply } = source.actions;
      const yaml = readYaml(await request.json());
      return apply === undefined ? { problems: [], written: [] } : applyYaml(source, yaml, apply);
    }),
    route("POST", "/api/action", async (request) => runAction(source, readAction(await request.json()))),
    ...(source.calls === undefined ? [] : callRoutes(source.calls)).map(({ method, path, answer }) =>
      route(method, path, answer),
    ),
  ];
}

function numberOf(value: string | null): number | undefined {
  return value === null || value === "" || Number.isNaN(Number(value)) ? undefined : Number(value);
}

interface StreamCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly feed: NewsFeed;
  readonly streams: Set<() => Promise<void>>;
  readonly rejection: RejectedRequest | undefined;
}

/** Every path that is not a route; one of them is the stream of news. */
function answerStream({ request, response, feed, streams, rejection }: StreamCall): void {
  // What is no address, such as `//a:99999/`, is no route either.
  const url = URL.parse(`http://console${request.url ?? "/"}`);
  const isStream = request.method === "GET" && url?.pathname === "/api/events";
  const status = rejection?.status ?? (isStream ? 200 : 404);
  const type = status === 200 ? "text/event-stream" : "application/json";
  response.writeHead(status, { ...safeHeaders, "content-type": type });
  if (status !== 200) {
    response.end(JSON.stringify({ message: rejection?.message ?? "there is nothing at this address" }));
    return;
  }
  const end = streamNews(feed, response, url?.searchParams.get("after") ?? feed.position);
  streams.add(end);
  response.on("close", () => streams.delete(end));
}
