// Calls of hooks that are slow: nobody waits for them longer than a moment, and each is made once.
import { expect, onTestFinished, test, vi } from "vitest";
import { LateAnswers } from "./late-answers.ts";

const place = { about: "BeforeClusterCreate a", version: "1" };
const allowed = { retryAfterSeconds: 0, message: "" };

test("an answer that comes at once is the answer", async () => {
  const late = new LateAnswers<object>();
  let calls = 0;
  const call = async (): Promise<typeof allowed> => {
    calls += 1;
    return allowed;
  };
  expect(await late.of(place, call)).toEqual(allowed);
  expect(await late.of(place, call)).toEqual(allowed);
  expect(calls).toBe(2);
});

test("one that is slow is waited for without a second call, and counts once", async () => {
  const late = new LateAnswers<object>();
  const answers = [Promise.withResolvers<typeof allowed>(), Promise.withResolvers<typeof allowed>()];
  let calls = 0;
  const call = (): Promise<typeof allowed> => answers[calls++]?.promise ?? Promise.reject(new Error("too many calls"));
  expect(await late.of(place, call)).toBeUndefined();
  expect(await late.of(place, call)).toBeUndefined();
  expect(calls).toBe(1);
  answers[0]?.resolve(allowed);
  expect(await late.of(place, call)).toEqual(allowed);
  expect(await late.of({ ...place, version: "2" }, call)).toBeUndefined();
  expect(calls).toBe(2);
});

test("a failure that comes late is the next answer", async () => {
  const late = new LateAnswers<object>();
  const answer = Promise.withResolvers<typeof allowed>();
  expect(await late.of(place, () => answer.promise)).toBeUndefined();
  answer.reject(new Error("timed out"));
  await expect(late.of(place, () => answer.promise)).rejects.toThrow("timed out");
});

test("an answer of a process that was replaced does not count", async () => {
  const late = new LateAnswers<object>();
  const first = Promise.withResolvers<typeof allowed>();
  expect(await late.of(place, () => first.promise)).toBeUndefined();
  late.forget();
  first.reject(new Error("the connection was closed"));
  expect(await late.of(place, async () => allowed)).toEqual(allowed);
});

test("an answer to a call for another version does not count", async () => {
  const late = new LateAnswers<object>();
  const first = Promise.withResolvers<typeof allowed>();
  expect(await late.of(place, () => first.promise)).toBeUndefined();
  const held = { retryAfterSeconds: 9, message: "later" };
  expect(await late.of({ ...place, version: "2" }, async () => held)).toEqual(held);
});

test("a call of a Cluster that nobody looks at any more is forgotten", async () => {
  let now = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  const late = new LateAnswers<object>();
  const first = Promise.withResolvers<typeof allowed>();
  expect(await late.of(place, () => first.promise)).toBeUndefined();
  first.resolve(allowed);
  now = 3_600_000;
  await late.of({ about: "BeforeClusterCreate b", version: "1" }, async () => allowed);
  const held = { retryAfterSeconds: 9, message: "later" };
  expect(await late.of(place, async () => held)).toEqual(held);
});
