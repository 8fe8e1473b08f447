// Hostile requests over HTTP/1.1, as they go over a socket.
import { Random } from "@capstan/repo";
import { answerProblems, answersIn } from "./check-answer.ts";
import { exchange } from "./exchange.ts";
import { hostileBody } from "./requests/bodies.ts";
import type { Sample } from "./requests/samples.ts";
import { bytesOf, requestChanges, sendingOf, type WireRequest } from "./requests/wire-request.ts";

/** What happened to one request. */
export interface Tried {
  /** What was done to it, for messages and counts. */
  readonly how: readonly string[];
  readonly statuses: readonly number[];
  readonly problems: readonly string[];
}

/** Sends one request, which follows from the seed. */
export async function tryHttp1(port: number, samples: readonly Sample[], seed: number): Promise<Tried> {
  const random = new Random(seed);
  const { path, request } = random.pick(samples);
  const [bodyHow, body] = hostileBody(random, request);
  let wire: WireRequest = {
    method: "POST",
    path,
    query: "",
    headers: ["Host: x", "Connection: close"],
    body,
    framing: "length",
  };
  const changes = random.list(3, () => random.pick(Object.keys(requestChanges)));
  for (const change of changes) wire = { ...wire, ...requestChanges[change]?.(random, wire) };
  const [sendingHow, sending] = sendingOf(random, bytesOf(random, wire));
  const { all, hung } = await exchange(port, sending);
  const answers = answersIn(all);
  return {
    how: [bodyHow, ...changes, sendingHow],
    statuses: answers.map(({ status }) => status),
    problems: [
      ...(hung ? ["the server neither answered nor closed the connection"] : []),
      ...answers.flatMap(answerProblems),
    ],
  };
}
