// How often answers are looked at for what comes on the wire: seldom while nothing comes, each for itself.
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { limitWire } from "./wire-limit.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

/** An answer with a limit of 100 bytes, and how often it was looked at. */
class Answer extends IncomingMessage {
  received = 0;
  looks = -1;

  constructor() {
    const socket = new Socket();
    super(socket);
    Object.defineProperty(socket, "bytesRead", {
      get: () => {
        this.looks += 1;
        return this.received;
      },
    });
    this.on("error", () => undefined);
    limitWire(
      this,
      () => 100,
      () => new Error("too much"),
    );
  }
}

test("an answer of which nothing comes is looked at seldom, also while another one is busy, and its flood ends soon", () => {
  const [idle, busy] = [new Answer(), new Answer()];
  const receive = (ms: number): void => {
    for (let past = 0; past < ms; past += 20) {
      busy.received += 0.01;
      vi.advanceTimersByTime(20);
    }
  };
  receive(2000);
  const [idleBefore, busyBefore] = [idle.looks, busy.looks];
  receive(8000);
  expect([idle.looks - idleBefore, busy.looks - busyBefore]).toEqual([10, 80]);
  idle.received = 200;
  vi.advanceTimersByTime(900);
  expect([idle.destroyed, busy.destroyed]).toEqual([true, false]);
  busy.destroy();
});

test("an answer that has begun is looked at within a tenth of a second, however many begin after it", () => {
  const first = new Answer();
  first.received = 200;
  const others = Array.from({ length: 20 }, () => {
    vi.advanceTimersByTime(10);
    return new Answer();
  });
  expect(first.destroyed).toBe(true);
  expect(others.some(({ destroyed }) => destroyed)).toBe(false);
  for (const other of others) other.destroy();
});
