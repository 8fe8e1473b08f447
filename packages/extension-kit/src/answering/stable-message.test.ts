// What is taken out of messages, and what is not.
import { expect, test } from "vitest";
import { stableMessage } from "./stable-message.ts";

test.each([
  { given: "since 2026-01-02T03:04:05Z", want: "since <time>" },
  { given: "since 2026-01-02T03:04:05.678+01:00.", want: "since <time>." },
  { given: "since 2026-01-02T03:04:05-0100,", want: "since <time>," },
  { given: "since 2026-01-02 03:04:05", want: "since <time>" },
  {
    given: "from 2026-01-02T03:04:00Z to 2026-01-02T05:30:00.000+01:00",
    want: "from 2026-01-02T03:04:00Z to 2026-01-02T05:30:00.000+01:00",
  },
  { given: "from 2026-01-02 03:04:00 on", want: "from 2026-01-02 03:04:00 on" },
  { given: "from 2026-01-02 03:04:00.", want: "from 2026-01-02 03:04:00." },
  { given: "since 2026-01-02T03:00:01Z", want: "since <time>" },
  { given: "since 2026-01-02T03:04:00.678Z", want: "since <time>" },
  { given: "since 2026-01-02T03:04:00.001Z", want: "since <time>" },
  { given: "since 2026-01-02", want: "since 2026-01-02" },
  { given: "since 02T03:04:05Z", want: "since 02T03:04:05Z" },
  { given: "id 6f1e2d3c-1111-2222-3333-444455556666", want: "id <uuid>" },
  { given: "id 6F1E2D3C-1111-2222-3333-44445555666A", want: "id <uuid>" },
  { given: "id 6f1e2d3c-1111-2222-3333", want: "id 6f1e2d3c-1111-2222-3333" },
  { given: "at 10.1.2.3", want: "at 10.1.2.3" },
  { given: "at 10.1.2.3:443", want: "at 10.1.2.3:443" },
  { given: "at 10.1.2.3:30443", want: "at 10.1.2.3:30443" },
  { given: "at 10.1.2.3:32767", want: "at 10.1.2.3:32767" },
  { given: "at 10.1.2.3:32768", want: "at 10.1.2.3:<port>" },
  { given: "read 10.1.2.3:53412->10.2.3.4:6443: reset", want: "read 10.1.2.3:<port>->10.2.3.4:6443: reset" },
  { given: "port 8080 is taken, and 60000", want: "port 8080 is taken, and 60000" },
  { given: "10.0.0.0/8 overlaps with 10.96.0.0/12", want: "10.0.0.0/8 overlaps with 10.96.0.0/12" },
  { given: "fd00::/8 overlaps with fd00:10:96::/112", want: "fd00::/8 overlaps with fd00:10:96::/112" },
  { given: "version 1.2.3", want: "version 1.2.3" },
  { given: "v1.34.0, not v1.33.7+rke2r1, of 1.2.3.4", want: "v1.34.0, not v1.33.7+rke2r1, of 1.2.3.4" },
  { given: "2 of 3 replicas", want: "2 of 3 replicas" },
  { given: "at [::1]:443", want: "at [::1]:443" },
  { given: "at [fd00::ab12]:54321", want: "at [fd00::ab12]:<port>" },
  { given: "at [FD00::A]:40000", want: "at [FD00::A]:<port>" },
  { given: "list [a]", want: "list [a]" },
  { given: "mode 0x1F", want: "mode 0x1F" },
  { given: "at 0xc0007f3A", want: "at <pointer>" },
  { given: "commit 0123456789ab", want: "commit 0123456789ab" },
  { given: `sha256:${"0123456789abcdef".repeat(4)}`, want: `sha256:${"0123456789abcdef".repeat(4)}` },
  { given: "trace 4bf92f3577b34da6a3ce929d0e0e4736, span 00f067aa0ba902b7", want: "trace <id>, span <id>" },
  { given: "number 0123456789012345", want: "number 0123456789012345" },
  { given: "word abcdefabcdefabcd", want: "word abcdefabcdefabcd" },
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
  for (const run of [
    "[:::",
    "0a",
    "0a.",
    "1.1.1.1:",
    "[::]:4",
    "1.",
    "1-",
    "[a:",
    "0x",
    "1",
    "a-",
    "2026-01-02T",
    "9 ",
  ]) {
    const message = `${run.repeat(4_000_000 / run.length)}!`;
    const before = process.threadCpuUsage().user;
    expect(stableMessage(message).length).toBeLessThanOrEqual(1024);
    expect(process.threadCpuUsage().user - before).toBeLessThan(100_000);
  }
});
