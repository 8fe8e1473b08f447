// What is remembered of why keys are queued: a few reasons of each key, until its run.
import type { RunCause } from "@capstan/kube/trace";
import { expect, test } from "vitest";
import { a } from "../../test/controller-rig.ts";
import { KeyCauses } from "./causes.ts";

const cause = (at: number): RunCause => ({ at, cause: "updated" });

test("however many reasons come, eight are kept, and none after the run", () => {
  const causes = new KeyCauses();
  for (let at = 1; at <= 100_000; at += 1) causes.add(a, { cause: cause(at), dueAt: 0 });
  expect(causes.size).toBe(1);
  const { why, omitted } = causes.take(a, 0);
  expect(why.map(({ at }) => at)).toEqual([1, 2, 3, 99_996, 99_997, 99_998, 99_999, 100_000]);
  expect(omitted).toBe(99_992);
  expect(causes.size).toBe(0);
  expect(causes.take(a, 0)).toEqual({ why: [], omitted: 0 });
});

test("one reason that is told again is one, and after a run it counts again", () => {
  const causes = new KeyCauses();
  const again = { cause: cause(1), dueAt: 0 };
  for (let i = 0; i < 3; i += 1) causes.add(a, again);
  expect(causes.take(a, 0).why).toEqual([again.cause]);
  causes.add(a, again);
  expect(causes.take(a, 0).why).toEqual([again.cause]);
});

test("what is not due is no reason, and is forgotten with the run, which decides when the next one is due", () => {
  const causes = new KeyCauses();
  causes.add(a, { cause: { at: 0, cause: "requeueAfter", afterMs: 10 }, dueAt: 10 });
  causes.add(a, { cause: cause(5), dueAt: 5 });
  expect(causes.take(a, 9).why).toEqual([cause(5)]);
  expect(causes.take(a, 10).why).toEqual([]);
});

test("nothing is kept of a key that is forgotten", () => {
  const causes = new KeyCauses();
  causes.add(a, { cause: cause(1), dueAt: 0 });
  causes.forget({ namespace: "ns", name: "other" });
  expect(causes.size).toBe(1);
  causes.forget(a);
  expect(causes.size).toBe(0);
});
