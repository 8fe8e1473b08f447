// Calls of the console's server. The token comes with the address, in a part that browsers send nowhere; it is kept for this tab alone.
import type { CallDetail } from "../../src/call/shown-call.ts";
import type {
  ActionAnswer,
  AgainAnswer,
  CheckedCall,
  ConsoleAction,
  NewsItem,
  ObjectDetail,
  SetVariable,
  WholeState,
  WrittenChange,
  WrittenVersion,
  YamlAnswer,
  YamlRequest,
} from "../../src/console/wire.ts";

const storageKey = "capstan-token";

/** The token of this tab; it disappears from the address bar, and from what is copied from there. */
function readToken(): string {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (given === null) return sessionStorage.getItem(storageKey) ?? "";
  sessionStorage.setItem(storageKey, given);
  history.replaceState(null, "", location.pathname);
  return given;
}

const token = readToken();

/** An answer that is not 200. */
export class CallError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

async function call(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(init.body === undefined ? {} : { "content-type": "application/json" }),
  };
  const response = await fetch(path, { ...init, headers, cache: "no-store", credentials: "omit" });
  if (!response.ok) {
    const { message = response.statusText }: { readonly message?: string } = await response.json().catch(() => ({}));
    throw new CallError(response.status, message);
  }
  return response;
}

async function get<T>(path: string, query: Readonly<Record<string, string>> = {}, signal?: AbortSignal): Promise<T> {
  const response = await call(`${path}?${new URLSearchParams(query)}`, signal === undefined ? {} : { signal });
  const answer: T = await response.json();
  return answer;
}

async function post<T>(path: string, body: unknown): Promise<T> {
  const response = await call(path, { method: "POST", body: JSON.stringify(body) });
  const answer: T = await response.json();
  return answer;
}

export const readState = (): Promise<WholeState> => get("/api/state");

export const readObject = (id: string, at: number, signal: AbortSignal): Promise<ObjectDetail> =>
  get("/api/object", { id, at: String(at) }, signal);

export const checkYaml = (yaml: string): Promise<YamlAnswer> => post("/api/check", { yaml });

export const applyYaml = (request: YamlRequest): Promise<YamlAnswer> => post("/api/apply", request);

export const runAction = (action: ConsoleAction): Promise<ActionAnswer> => post("/api/action", action);

/** What each of these writes has changed. */
export const readWritten = (
  objects: readonly WrittenVersion[],
): Promise<{ readonly changes: readonly (WrittenChange | null)[] }> => post("/api/written", { objects });

/** Without an id when dev does not have the call any more. */
export const readCall = (id: string): Promise<Partial<CallDetail>> => get("/api/call", { id });

export const checkCall = (id: string, yaml: string): Promise<CheckedCall> => post("/api/call/check", { id, yaml });

export const callAgain = (id: string, yaml: string): Promise<AgainAnswer> => post("/api/call/again", { id, yaml });

/** Without a value the variable, or the field in it, is left out. */
export const setVariable = (yaml: string, path: readonly string[], value: string | undefined): Promise<SetVariable> =>
  post("/api/call/set", { yaml, path, value });

/** What a stream of news ended with: `ended` by the server, `reset` when too much was missed, `lost` when the connection broke. */
export type StreamEnd = "ended" | "reset" | "lost";

/** Follows the news after a position. */
export async function followNews(
  after: string,
  onNews: (items: readonly NewsItem[], position: string) => void,
): Promise<StreamEnd> {
  const response = await call(`/api/events?${new URLSearchParams({ after })}`);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return "lost";
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return "lost";
    const messages = (rest + value).split("\n\n");
    rest = messages.pop() ?? "";
    for (const message of messages) {
      const fields = fieldsOf(message);
      if (fields.get("event") === "end") return "ended";
      if (fields.get("event") === "reset") return "reset";
      const data = fields.get("data");
      if (data !== undefined) onNews(JSON.parse(data), fields.get("id") ?? after);
    }
  }
}

function fieldsOf(message: string): Map<string, string> {
  const lines = message.split("\n").map((line) => [line, line.indexOf(": ")] as const);
  return new Map(lines.filter(([, at]) => at > 0).map(([line, at]) => [line.slice(0, at), line.slice(at + 2)]));
}
