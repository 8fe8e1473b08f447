// Every moment at which a manager can be killed, alone and together with another one: what the cloud and the object have afterwards.
import { expect, test } from "vitest";
import { type Death, type Kill, OnceProcess, OnceBench, runPasses, times } from "../../test/once-bench.ts";

/** More calls than a process makes until it has nothing left to do. */
const mostCalls = 16;
const deaths: readonly Death[] = ["before", "after", "late"];
const kills: readonly Kill[] = Array.from({ length: mostCalls }, (_, index) => index + 1).flatMap((at) =>
  deaths.map((how) => ({ at, how })),
);
const pairs: readonly (readonly [Kill, Kill])[] = kills.flatMap((first) =>
  kills.map((second) => [first, second] as const),
);

/** What is wrong with the servers and the refs of a bench. */
function problemOf(bench: OnceBench): string | undefined {
  const [left, returned] = [bench.servers.map(({ ref }) => ref).join(), [...bench.returned].join()];
  return left === returned && bench.servers.length === 1 ? undefined : `left: ${left}; returned: ${returned}`;
}

function named(deadly: readonly Kill[], problem: string): string {
  return `${deadly.map(({ at, how }) => `${how} ${at}`).join(", ")}: ${problem}`;
}

test("one create is sent, whatever two calls two managers are killed at, and what it made is returned", async () => {
  const problems: string[] = [];
  for (const pair of pairs) {
    const bench = new OnceBench();
    await runPasses(bench, "pass", pair);
    await bench.wait(times.settle);
    const problem = bench.created === 1 ? problemOf(bench) : `${bench.created} were created`;
    if (problem !== undefined) problems.push(named(pair, problem));
  }
  expect(problems).toEqual([]);
});

test("nothing is left of an object that is deleted after a kill at any call, whenever the next one comes", async () => {
  const problems: string[] = [];
  for (const [first, second] of pairs) {
    const bench = new OnceBench();
    const creator = new OnceProcess(bench, { kill: first });
    await creator.pass().catch(() => undefined);
    await runPasses(bench, "removal", [second]);
    await bench.wait(60_000);
    if (bench.servers.length > 0) problems.push(named([first, second], `${bench.servers.length} left`));
  }
  expect(problems).toEqual([]);
});

test.each([
  { name: "one has lost its Lease", knows: true },
  { name: "both believe that they lead", knows: false },
])(
  "two managers at once, one held at each of its calls: one ref is returned, and one server is left; $name",
  async ({ knows }) => {
    const problems: string[] = [];
    let doubles = 0;
    for (let at = 1; at <= mostCalls; at++) {
      const bench = new OnceBench();
      let isLeader = true;
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const { promise: held, resolve: reportHeld } = Promise.withResolvers<void>();
      const first = new OnceProcess(bench, {
        assertLeader: () => {
          if (!isLeader && knows) throw new Error("does not lead");
        },
        beforeCall: async (count) => {
          if (count !== at) return;
          reportHeld();
          await released;
        },
      });
      const pass = first.pass().catch(() => undefined);
      await Promise.race([held, pass]);
      isLeader = false;
      await runPasses(bench, "pass");
      release();
      await pass;
      // The list shows what the first one has created; `--sync-period` or an event causes the pass.
      await bench.wait(times.settle);
      await runPasses(bench, "pass");
      const problem = problemOf(bench);
      if (problem !== undefined) problems.push(`held at ${at}: ${problem}`);
      doubles += bench.created - 1;
    }
    // One is held while its create is on the network, the other one also before that.
    expect({ problems, doubles }).toEqual({ problems: [], doubles: knows ? 1 : 2 });
  },
);
