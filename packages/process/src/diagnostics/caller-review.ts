// Who may read diagnostics, as the API server says: a TokenReview of the caller's bearer token, then a SubjectAccessReview of `get` on the
// path. When the API server does not answer, no caller is accepted. Tokens are kept as hashes only and never written anywhere.
import { createHash } from "node:crypto";
import { describeError, isJsonObject } from "@capstan/kube";
import { type ServeRequest, type ServeResponse, textResponse } from "@capstan/serve";
import { AnswerCache } from "./answer-cache.ts";
import type { Logger } from "../log/logger.ts";
import { ReviewSlots, type SteadyClock } from "./review-slots.ts";

/** What the reviews say of a caller. */
export type Verdict = "allowed" | "unauthenticated" | "forbidden";

/** How long a verdict is used: a right that is taken away ends within a minute, one that is given works after some seconds. */
const keptMs: Readonly<Record<Verdict, number>> = { allowed: 60_000, unauthenticated: 10_000, forbidden: 10_000 };
/** Of allowed callers, and of others: a flood of bad tokens does not drop the good ones. */
const keptVerdicts = 500;
/** How long a caller counts as accepted lately. */
const acceptedMs = 600_000;
const reviewMs = 10_000;

const answers: Readonly<Record<Exclude<Verdict, "allowed">, ServeResponse>> = {
  unauthenticated: {
    ...textResponse(401, "Unauthorized\n"),
    headers: { "content-type": "text/plain; charset=utf-8", "www-authenticate": "Bearer" },
  },
  forbidden: textResponse(403, "Forbidden\n"),
};
const cannotAsk: ServeResponse = textResponse(503, "the API server does not say who you are; try again\n");

/** A request to the API server that creates a review. */
export interface ReviewRequest {
  readonly method: "POST";
  readonly path: string;
  readonly body: object;
  /** For messages. */
  readonly doing: string;
  readonly repeatable: true;
  readonly signal: AbortSignal;
}

/** The part of a client of the API server that reviews need. */
export interface ReviewClient {
  request(request: ReviewRequest): Promise<{ json(): unknown }>;
}

/** What the check of callers needs. */
export interface CallerReviewOptions {
  readonly client: ReviewClient;
  readonly log: Logger;
  /** Default: the clock of the system. */
  readonly clock?: SteadyClock;
}

/** Checks the callers of a diagnostics server. */
export class CallerReview {
  readonly #client: ReviewClient;
  readonly #log: Logger;
  readonly #allowed: AnswerCache<Verdict>;
  readonly #rejected: AnswerCache<Verdict>;
  /** Callers whose verdict was "allowed" lately, also when that is no longer used. */
  readonly #accepted: AnswerCache<true>;
  readonly #slots: ReviewSlots;
  readonly #asking = new Map<string, Promise<Verdict>>();

  constructor({ client, log, clock = performance }: CallerReviewOptions) {
    this.#client = client;
    this.#log = log;
    this.#allowed = new AnswerCache(clock, keptVerdicts);
    this.#rejected = new AnswerCache(clock, keptVerdicts);
    this.#accepted = new AnswerCache(clock, keptVerdicts);
    this.#slots = new ReviewSlots(clock);
  }

  /** The answer for a caller that may not read this path; undefined when it may. */
  async rejection({
    headers,
    path,
    remoteAddress,
  }: Pick<ServeRequest, "headers" | "path" | "remoteAddress">): Promise<ServeResponse | undefined> {
    const token = bearerToken(headers.authorization);
    if (token === undefined) return answers.unauthenticated;
    try {
      const verdict = await this.#verdict(token, path, remoteAddress);
      if (verdict === undefined) return cannotAsk;
      return verdict === "allowed" ? undefined : answers[verdict];
    } catch (error) {
      this.#log.warn("Cannot ask the API server about a caller", { path, error: describeError(error) });
      return cannotAsk;
    }
  }

  /** Undefined when too many callers are in review. */
  async #verdict(token: string, path: string, address: string): Promise<Verdict | undefined> {
    const key = createHash("sha256").update(`${path}\n${token}`).digest("base64");
    const known = this.#allowed.get(key) ?? this.#rejected.get(key);
    if (known !== undefined) return known;
    const asked = this.#asking.get(key);
    if (asked !== undefined) return await asked;
    const giveBack = this.#slots.take(address, this.#accepted.get(key) === true);
    if (giveBack === undefined) return undefined;
    const asking = this.#ask(token, path);
    this.#asking.set(key, asking);
    try {
      const verdict = await asking;
      (verdict === "allowed" ? this.#allowed : this.#rejected).set(key, verdict, keptMs[verdict]);
      if (verdict === "allowed") this.#accepted.set(key, true, acceptedMs);
      return verdict;
    } finally {
      giveBack();
      this.#asking.delete(key);
    }
  }

  async #ask(token: string, path: string): Promise<Verdict> {
    const { authenticated, user } = await this.#review("authentication.k8s.io", "TokenReview", { token });
    if (authenticated !== true || !isJsonObject(user)) return "unauthenticated";
    const { username, uid, groups, extra } = user;
    const nonResourceAttributes = { path, verb: "get" };
    const subject = { user: username, uid, groups, extra, nonResourceAttributes };
    const { allowed, denied } = await this.#review("authorization.k8s.io", "SubjectAccessReview", subject);
    return allowed === true && denied !== true ? "allowed" : "forbidden";
  }

  /** The status of a review. */
  async #review(group: string, kind: string, spec: object): Promise<Record<string, unknown>> {
    const apiVersion = `${group}/v1`;
    const answer = await this.#client.request({
      method: "POST",
      path: `/apis/${apiVersion}/${kind.toLowerCase()}s`,
      body: { apiVersion, kind, spec },
      doing: `create ${kind}`,
      repeatable: true,
      signal: AbortSignal.timeout(reviewMs),
    });
    const review = answer.json();
    const status = isJsonObject(review) ? review["status"] : undefined;
    if (!isJsonObject(status)) throw new Error(`the answer to the ${kind} has no status`);
    return status;
  }
}

function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer +([^\s]+)$/i.exec(header ?? "")?.[1];
}
