// Spans of OpenTelemetry for calls, where the author's project has its API. It is no dependency: it is looked for from the program that runs, and without it nothing is done in a call.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import type { HookResponse } from "../answering/to-response.ts";
import type { CallWrapper } from "./hook-routes.ts";

/** The parts of `@opentelemetry/api` 1 that are used. Contexts are values that only it reads. */
interface OpenTelemetry {
  readonly context: {
    active(): object;
    with<T>(context: object, call: () => T): T;
  };
  readonly propagation: { extract(context: object, headers: object): object };
  readonly trace: {
    getTracer(name: string): Tracer;
    getActiveSpan(): Span | undefined;
    setSpan(context: object, span: Span): object;
  };
}

interface Tracer {
  startSpan(name: string, options: { readonly kind: number; readonly attributes: object }, context: object): Span;
}

interface Span {
  setAttributes(attributes: Readonly<Record<string, string | number>>): unknown;
  setStatus(status: { readonly code: number; readonly message?: string }): unknown;
  end(): void;
}

/** SpanKind and SpanStatusCode of the API. */
const kinds = { internal: 0, server: 1 } as const;
const errorCode = 2;

/** Where the program that runs is, and so its packages. */
const programFile = process.argv[1] ?? process.cwd();

/** What makes a span of each call; undefined without the API. */
export async function tracedCalls(from: string = programFile): Promise<CallWrapper | undefined> {
  const api = await loadApi(from);
  if (api === undefined) return undefined;
  const { context, propagation, trace } = api;
  const tracer = trace.getTracer("@capstan/extension-kit");
  return async ({ hook, name }, run, { headers }) => {
    // Instrumentation of HTTP has a span of the request already. Without it, the caller's is the parent.
    const isInside = trace.getActiveSpan() !== undefined;
    const parent = isInside ? context.active() : propagation.extract(context.active(), headers);
    const attributes = { "capstan.hook": hook.name, "capstan.handler": name };
    const kind = isInside ? kinds.internal : kinds.server;
    const span = tracer.startSpan(`hook ${hook.name}`, { kind, attributes }, parent);
    try {
      const response = await context.with(trace.setSpan(parent, span), run);
      describe(span, response);
      return response;
    } catch (error) {
      span.setStatus({ code: errorCode });
      throw error;
    } finally {
      span.end();
    }
  };
}

function describe(span: Span, { status, message = "", retryAfterSeconds = 0 }: HookResponse): void {
  span.setAttributes({ "capstan.status": status, "capstan.retry_after_seconds": retryAfterSeconds });
  if (status === "Failure") span.setStatus({ code: errorCode, message });
}

async function loadApi(from: string): Promise<OpenTelemetry | undefined> {
  try {
    const file = createRequire(pathToFileURL(from)).resolve("@opentelemetry/api");
    const loaded: unknown = await import(pathToFileURL(file).href);
    return isApi(loaded) ? loaded : undefined;
  } catch {
    return undefined;
  }
}

function isApi(loaded: unknown): loaded is OpenTelemetry {
  return (
    isModule(loaded) &&
    Object.entries(used).every(([name, functions]) => {
      const part = loaded[name];
      return isModule(part) && functions.every((each) => typeof part[each] === "function");
    })
  );
}

/** What the first releases of the API do not have would be an error of each call. */
const used = {
  context: ["active", "with"],
  propagation: ["extract"],
  trace: ["getTracer", "getActiveSpan", "setSpan"],
} as const;

function isModule(loaded: unknown): loaded is Readonly<Record<string, unknown>> {
  return typeof loaded === "object" && loaded !== null;
}
