// The channel of the trace: who listens gets each record, and a listener that fails changes nothing for the others.
import { channel } from "node:diagnostics_channel";
import { expect, test, vi } from "vitest";
import { isTraced, onTrace, publishTrace, traceChannelName } from "./trace-channel.ts";
import type { TraceEvent } from "./trace-event.ts";

const record = (at: number): TraceEvent => ({ type: "leader", at, lease: "foo", state: "leads" });

test("each listener gets each record until it stops, and only then does nobody listen", () => {
  const [one, other]: TraceEvent[][] = [[], []];
  expect(isTraced()).toBe(false);
  const stopOne = onTrace((event) => void one?.push(event));
  const stopOther = onTrace((event) => void other?.push(event));
  publishTrace(record(1));
  stopOne();
  expect(isTraced()).toBe(true);
  publishTrace(record(2));
  stopOther();
  expect(isTraced()).toBe(false);
  publishTrace(record(3));
  expect(one).toEqual([record(1)]);
  expect(other).toEqual([record(1), record(2)]);
});

test("a listener that throws does not stop the others, and is a warning once", () => {
  const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
  const stop = onTrace(() => {
    throw new Error("no room");
  });
  const got: TraceEvent[] = [];
  const stopOther = onTrace((event) => void got.push(event));
  for (const at of [1, 2]) publishTrace(record(at));
  stop();
  stopOther();
  expect(got).toEqual([record(1), record(2)]);
  expect(warned.mock.calls).toEqual([["a listener of the trace failed: no room"]]);
  warned.mockRestore();
});

test("another copy of the package publishes to the same channel; what is no record is ignored", () => {
  const got: TraceEvent[] = [];
  const stop = onTrace((event) => void got.push(event));
  for (const message of [record(1), "a message", null, {}]) channel(traceChannelName).publish(message);
  stop();
  expect(got).toEqual([record(1)]);
});
