// A probe: requests to an API server and what it must answer, as data. The same table runs on the embedded server and on
// the real one, which is how the first is kept honest. run-probe.ts executes them.

/** What a server answered. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The body as JSON, or of a watch its events; undefined when it is neither. */
  readonly body: unknown;
}

/** A value, or how to make it from the answers so far. */
export type FromAnswers<T> = T | ((seen: readonly Answer[]) => T);

/** One request and what must come back. */
export interface Step {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** `{ns}` is the probe's own namespace. */
  readonly path: FromAnswers<string>;
  readonly body?: FromAnswers<object>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Send the body as it is, not as JSON. */
  readonly raw?: string;
  readonly want: {
    readonly status: number;
    /** What the body must hold at least; `{ns}` is replaced here too. */
    readonly body?: unknown;
    /** Fields, as dotted paths, that the body must not have. */
    readonly without?: readonly string[];
    readonly text?: string;
    readonly headers?: Readonly<Record<string, string>>;
  };
  /** Ask again until the answer is as wanted, for what happens in the background. */
  readonly eventually?: true;
}

/** A named sequence of requests in a namespace of its own. */
export interface Probe {
  readonly name: string;
  readonly steps: readonly Step[];
}

export const json: Readonly<Record<string, string>> = { "content-type": "application/json" };
export const merge: Readonly<Record<string, string>> = { "content-type": "application/merge-patch+json" };
export const jsonPatch: Readonly<Record<string, string>> = { "content-type": "application/json-patch+json" };

/** The metadata of an answer's object. */
export function metadataOf(answer: Answer | undefined): {
  readonly resourceVersion: string;
  readonly uid: string;
  readonly continue?: string;
} {
  const { metadata } = (answer?.body ?? {}) as {
    metadata?: { resourceVersion?: string; uid?: string; continue?: string };
  };
  return { ...metadata, resourceVersion: metadata?.resourceVersion ?? "", uid: metadata?.uid ?? "" };
}
