// What is taken out of messages, and what is not.
import { expect, test } from "vitest";
import { stableMessage } from "./stable-message.ts";

test.each([
  { given: "since 2026-01-02T03:04:05Z", want: "since <time>" },
  { given: "since 2026-01-02T03:04:05.678+01:00.", want: "since <time>." },
  { given: "since 2026-01-02T03:04:05-0100,", want: "since <time>," },
  { given: "since 2026-01-02 03:04:05", want: "since <time>" },
  { given: "since 2026-01-02", want: "since 2026-01-02" },
  { given: "since 02T03:04:05Z", want: "since 02T03:04:05Z" },
  { given: "id 6f1e2d3c-1111-2222-3333-444455556666", want: "id <uuid>" },
  { given: "id 6F1E2D3C-1111-2222-3333-44445555666A", want: "id <uuid>" },
  { given: "id 6f1e2d3c-1111-2222-3333", want: "id 6f1e2d3c-1111-2222-3333" },
  { given: "at 10.1.2.3", want: "at <address>" },
  { given: "at 10.1.2.3:443", want: "at <address>" },
  { given: "at 10.11.12.13", want: "at <address>" },
  { given: "at 10.11.222.3:8443: closed", want: "at <address>: closed" },
  { given: "version 1.2.3", want: "version 1.2.3" },
  { given: "version v1.34.0", want: "version v1.34.0" },
  { given: "at [::1]:443", want: "at <address>" },
  { given: "at [fd00:1:2::a]", want: "at <address>" },
  { given: "at [fd00::ab12]", want: "at <address>" },
  { given: "at [FD00::A]:80", want: "at <address>" },
  { given: "list [a]", want: "list [a]" },
  { given: "at 0x7f3A", want: "at <number>" },
  { given: "commit 0123456789ab", want: "commit <hex>" },
  { given: "commit 0123456789AB", want: "commit <hex>" },
  { given: "commit 0123456789a", want: "commit 0123456789a" },
  { given: "number 0123456789012", want: "number 0123456789012" },
  { given: "word abcdefabcdef", want: "word abcdefabcdef" },
  { given: "took 15ms", want: "took <duration>" },
  { given: "took 1.5ms, 20us, 3µs and 4ns", want: "took <duration>, <duration>, <duration> and <duration>" },
  { given: "took 1.25ms", want: "took <duration>" },
  { given: "takes 15s of 2m", want: "takes 15s of 2m" },
  { given: "  one\n\ttwo  three ", want: "one two three" },
  { given: "", want: "" },
])("$given becomes $want", ({ given, want }) => {
  expect(stableMessage(given)).toBe(want);
});

test("a message has at most 1024 characters", () => {
  expect(stableMessage("x".repeat(1024))).toBe("x".repeat(1024));
  expect(stableMessage("x".repeat(1025))).toBe(`${"x".repeat(1023)}…`);
});

test("megabytes of what a pattern nearly matches take no time", () => {
  for (const run of ["[:::", "0a", "1.", "1-", "[a:", "0x", "1", "a-", "2026-01-02T", "9 "]) {
    const message = `${run.repeat(4_000_000 / run.length)}!`;
    const before = process.threadCpuUsage().user;
    expect(stableMessage(message).length).toBeLessThanOrEqual(1024);
    expect(process.threadCpuUsage().user - before).toBeLessThan(100_000);
  }
});
