// What the reviews contain, how long their answers are used, and that no caller is accepted without them.
import { expect, test } from "vitest";
import { type LogFields, type Logger, silentLogger } from "../log/logger.ts";
import { CallerReview, type ReviewClient, type ReviewRequest } from "./caller-review.ts";

type Answer = (request: ReviewRequest) => unknown;

interface Api {
  readonly review: CallerReview;
  readonly asked: unknown[];
  readonly lines: string[];
  readonly at: (ms: number) => void;
  readonly status: (authorization?: string, remoteAddress?: string) => Promise<number>;
}

function api(answer: Answer): Api {
  const asked: unknown[] = [];
  const lines: string[] = [];
  let now = 0;
  const request: ReviewClient["request"] = async (given) => {
    asked.push([given.path, (given.body as { spec: unknown }).spec]);
    const value = await answer(given);
    return { json: () => value };
  };
  const log: Logger = {
    ...silentLogger,
    warn: (message: string, fields?: LogFields) => void lines.push(`${message} ${JSON.stringify(fields)}`),
  };
  const review = new CallerReview({ client: { request }, log, clock: { now: () => now } });
  return {
    review,
    asked,
    lines,
    at: (ms) => (now = ms),
    async status(authorization, remoteAddress = "10.0.0.1") {
      const headers = authorization === undefined ? {} : { authorization };
      return (await review.rejection({ headers, path: "/metrics", remoteAddress }))?.status ?? 200;
    },
  };
}

const user = { username: "u", uid: "1", groups: ["g"], extra: { k: ["v"] } };
const known = { status: { authenticated: true, user } };
const answers =
  (token: unknown, access: unknown): Answer =>
  ({ path }) =>
    path.includes("tokenreviews") ? token : access;
const yes = answers(known, { status: { allowed: true } });

test("the user of the token is reviewed", async () => {
  const { asked, status } = api(yes);
  expect(await status("Bearer t")).toBe(200);
  expect(asked).toEqual([
    ["/apis/authentication.k8s.io/v1/tokenreviews", { token: "t" }],
    [
      "/apis/authorization.k8s.io/v1/subjectaccessreviews",
      {
        user: "u",
        uid: "1",
        groups: ["g"],
        extra: user.extra,
        nonResourceAttributes: { path: "/metrics", verb: "get" },
      },
    ],
  ]);
});

test.each([
  { name: "a token that is not known", answer: answers({ status: { authenticated: false } }, {}), want: 401 },
  { name: "a token without a user", answer: answers({ status: { authenticated: true } }, {}), want: 401 },
  { name: "a token review without an answer", answer: answers({ status: {} }, {}), want: 401 },
  { name: "a token review without a status", answer: answers({}, {}), want: 503 },
  { name: "a token review that is null", answer: answers(null, {}), want: 503 },
  { name: "no right", answer: answers(known, { status: { allowed: false } }), want: 403 },
  { name: "a right that is denied", answer: answers(known, { status: { allowed: true, denied: true } }), want: 403 },
  { name: "an access review without an answer", answer: answers(known, { status: {} }), want: 403 },
  { name: "an access review without a status", answer: answers(known, {}), want: 503 },
])("$name is $want", async ({ answer, want }) => {
  expect(await api(answer).status("Bearer t")).toBe(want);
});

test.each([undefined, "", "Bearer", "Bearer ", "Basic YTpi", "Bearer a b"])(
  "%j needs no review and is 401",
  async (header) => {
    const { asked, status } = api(yes);
    expect([await status(header), asked]).toEqual([401, []]);
  },
);

test("an API server that does not answer keeps callers out, and the log has no token", async () => {
  const { lines, status } = api(() => Promise.reject(new Error("connection refused")));
  expect(await status("Bearer secret-token")).toBe(503);
  expect(lines).toEqual(['Cannot ask the API server about a caller {"path":"/metrics","error":"connection refused"}']);
});

test("an accepted caller is reviewed once a minute", async () => {
  const { asked, at, status } = api(yes);
  const counts: number[] = [];
  for (const ms of [0, 59_999, 60_000]) {
    at(ms);
    await status("Bearer t");
    counts.push(asked.length);
  }
  expect(counts).toEqual([2, 2, 4]);
});

test("a rejected caller is reviewed every ten seconds", async () => {
  const { asked, at, status } = api(answers({ status: {} }, {}));
  const counts: number[] = [];
  for (const ms of [0, 9999, 10_000]) {
    at(ms);
    await status("Bearer t");
    counts.push(asked.length);
  }
  expect(counts).toEqual([1, 1, 2]);
});

test("a flood of bad tokens does not drop a good one", async () => {
  const { asked, status } = api((request) =>
    (request.body as { spec: { token?: string } }).spec.token?.startsWith("bad") === true
      ? { status: {} }
      : yes(request),
  );
  await status("Bearer good");
  for (let i = 0; i < 1000; i += 1) await status(`Bearer bad${i}`);
  const before = asked.length;
  await status("Bearer good");
  expect(asked.length).toBe(before);
});

test("one token is reviewed once at a time, and of many tokens only some at once", async () => {
  const gate = Promise.withResolvers<void>();
  const { asked, status } = api((request) => gate.promise.then(() => yes(request)));
  const same = [status("Bearer t"), status("Bearer t")];
  const others = Array.from({ length: 20 }, (_, i) => status(`Bearer ${i}`, `10.0.1.${i}`));
  gate.resolve();
  expect(await Promise.all(same)).toEqual([200, 200]);
  const statuses = await Promise.all(others);
  expect([statuses.filter((one) => one === 200).length, statuses.filter((one) => one === 503).length]).toEqual([7, 13]);
  expect(asked.length).toBe(16);
});

test("one address cannot take the places of another one, and gets few reviews", async () => {
  const { asked, at, status } = api(yes);
  for (let i = 0; i < 50; i += 1) await status(`Bearer bad-${i}`, "10.0.0.66");
  expect(asked.length / 2).toBe(10);
  expect(await status("Bearer prometheus", "10.0.0.1")).toBe(200);
  at(1000);
  expect(await status("Bearer more", "10.0.0.66")).toBe(200);
});

test("a caller that was accepted has a place although all others are taken", async () => {
  const gate = Promise.withResolvers<void>();
  let isOpen = true;
  const { at, status } = api((request) => (isOpen ? yes(request) : gate.promise.then(() => yes(request))));
  expect(await status("Bearer prometheus")).toBe(200);
  at(120_000);
  isOpen = false;
  const flood = Array.from({ length: 40 }, (_, i) => status(`Bearer ${i}`, `10.0.1.${i}`));
  const scrape = status("Bearer prometheus");
  gate.resolve();
  expect(await scrape).toBe(200);
  expect((await Promise.all(flood)).filter((one) => one === 503).length).toBe(32);
});
