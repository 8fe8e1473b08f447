// Probes of a busy thread among floods of connections.
import { expect, test } from "vitest";
import { probesWhileBusy } from "../test/busy-probes.ts";
import { startProbes } from "./probe-server.ts";

test("40 new connections each 20 ms do not keep probes of a busy thread waiting", async () => {
  const server = await startProbes({ port: 0 });
  try {
    const answers = await probesWhileBusy(server, { ms: 3000, others: 40 });
    expect(answers.filter(({ status, ms }) => status !== 200 || ms > 1500)).toEqual([]);
  } finally {
    await server.close({ drainMs: 0 });
  }
});
