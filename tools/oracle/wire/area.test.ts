// That a call is a difference which the client could not make, or of which it read something else.
import { expect, test } from "vitest";
import { compare } from "./area.ts";
import { type Answer, callsOf } from "./calls.ts";

const server = { url: "https://127.0.0.1:1", caBundle: "PEM" };

test.each([
  { protocol: "HTTP/1.1", reused: [false, undefined, true, ...Array(12), undefined, true] },
  { protocol: "HTTP/2.0", reused: [false, ...Array(16).fill(true)] },
] as const)(
  "over $protocol, twelve bodies are over the limit, and certain connections are used again",
  ({ protocol, reused }) => {
    const calls = callsOf(server, protocol);
    expect(calls.map(({ want }) => want.reused)).toEqual(reused);
    expect(calls.filter(({ question: { bytes = 0 } }) => bytes > 20 * 2 ** 20)).toHaveLength(12);
    expect(new Set(calls.map(({ want }) => want.protocol))).toEqual(new Set([protocol]));
  },
);

const [tooLarge] = callsOf(server, "HTTP/2.0").filter(({ want }) => want.status === "Failure");
const right: Answer = { ...tooLarge?.want };

test.each<{ what: string; read: Answer; isSame: boolean }>([
  { what: "what is to be read", read: right, isSame: true },
  { what: "a broken pipe", read: { reused: true, error: "write: broken pipe" }, isSame: false },
  { what: "an answer of the other protocol", read: { ...right, protocol: "HTTP/1.1" }, isSame: false },
  { what: "another message", read: { ...right, message: "no" }, isSame: false },
  { what: "another connection", read: { ...right, reused: false }, isSame: false },
])("$what: the same is $isSame", ({ read, isSame }) => {
  const call = tooLarge ?? { operation: "none", question: {}, want: {} };
  expect(compare(call, read).difference === undefined).toBe(isSame);
});
