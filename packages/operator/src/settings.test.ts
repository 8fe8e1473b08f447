// The durations and numbers that authors write: what is read, and the error that names the option.
import { describeError, resourceOf } from "@capstan/kube";
import { expect, test } from "vitest";
import { leaseTimes } from "./leader-election/lease-times.ts";
import { controllerSettings, managerSettings, readDuration } from "./settings.ts";
import { FakeApi } from "../test/fake-api.ts";

const controller = { name: "foo", for: resourceOf("example.com/v1", "Foo"), reconcile: async () => undefined };
const { client } = new FakeApi();

test.each([0, -1, Number.NaN])(
  "a controller with the concurrency %s would reconcile nothing, and is rejected",
  (concurrency) => {
    const tried = (): unknown => controllerSettings({ ...controller, concurrency });
    expect(tried).toThrow(`concurrency of controller "foo" must be 1 or more, not ${concurrency}`);
    expect(controllerSettings({ ...controller, concurrency: 1 }).concurrency).toBe(1);
  },
);

test("durations without a value have defaults, and given ones are read", () => {
  const { timeoutMs, minIntervalMs, syncPeriodMs } = controllerSettings(controller);
  expect([timeoutMs, minIntervalMs, syncPeriodMs]).toEqual([60_000, 1000, undefined]);
  expect(controllerSettings({ ...controller, syncPeriod: "1h30m" })).toMatchObject({ syncPeriodMs: 5_400_000 });
  expect(controllerSettings(controller).backoffTimes).toEqual({ firstMs: 5, longestMs: 1_000_000 });
  expect(controllerSettings({ ...controller, backoff: { longest: "1m" } }).backoffTimes).toEqual({
    firstMs: 5,
    longestMs: 60_000,
  });
  expect(managerSettings({ client })).toMatchObject({ shutdownMs: 30_000, cacheSyncMs: 120_000 });
});

const wrong: readonly { read: () => unknown; want: string }[] = [
  { read: () => readDuration("requeueAfter", "-5s"), want: 'requeueAfter must be a duration of 0 or more, not "-5s"' },
  {
    read: () => controllerSettings({ ...controller, timeout: "1 minute" }),
    want: 'timeout of controller "foo" must be a duration of 0 or more, not "1 minute"',
  },
  {
    read: () => controllerSettings({ ...controller, backoff: { first: "soon" } }),
    want: 'backoff.first of controller "foo" must be a duration of 0 or more, not "soon"',
  },
  {
    read: () => managerSettings({ client, shutdownTimeout: "" }),
    want: 'shutdownTimeout of the manager must be a duration of 0 or more, not ""',
  },
  {
    read: () => leaseTimes({ retryPeriod: "2" }),
    want: 'retryPeriod of the leader election must be a duration of 0 or more, not "2"',
  },
];

test.each(wrong)("$want", ({ read, want }) => {
  let thrown: unknown;
  try {
    read();
  } catch (error) {
    thrown = error;
  }
  expect(describeError(thrown)).toBe(
    `${want}\n  help: write a number and a unit (ms, s, m, h), for example "30s" or "1h30m"`,
  );
});
