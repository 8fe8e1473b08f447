// Which pieces of work run in which turn of the event loop.
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { inTurn, SharedTurns } from "./shared-turns.ts";

function busy(ms: number): number {
  const until = performance.now() + ms;
  while (performance.now() < until);
  return ms;
}

/** Turns with a clock that only their pieces move: a busy machine changes nothing. */
function turnsWithClock(): { turns: SharedTurns; spend: (ms: number) => number } {
  let time = 0;
  const turns = new SharedTurns(setImmediate, () => time);
  return { turns, spend: (ms) => ((time += ms), ms) };
}

test.each([
  { name: "long", ms: 8, turns: 2 },
  { name: "that are long together", ms: 3, turns: 1 },
  { name: "short", ms: 0, turns: 0 },
])("three pieces one after the other, $name, take $turns turns more", async ({ ms, turns: want }) => {
  let passed = 0;
  let isRunning = true;
  const count = (): void => {
    passed += 1;
    if (isRunning) setImmediate(count);
  };
  setImmediate(count);
  const { turns, spend } = turnsWithClock();
  const results = [
    await turns.run(() => spend(ms)),
    await turns.run(() => spend(ms)),
    await turns.run(() => spend(ms)),
  ];
  isRunning = false;
  expect(results).toEqual([ms, ms, ms]);
  expect(passed).toBe(want);
});

test("the work of hundreds of callers that began at once is done in turns, also when each goes on after its first piece", async () => {
  let longest = 0;
  let inThisTurn = 0;
  let isRunning = true;
  const turn = (): void => {
    longest = Math.max(longest, inThisTurn);
    inThisTurn = 0;
    if (isRunning) setImmediate(turn);
  };
  setImmediate(turn);
  const caller = async (): Promise<void> => {
    for (let piece = 0; piece < 3; piece += 1) inThisTurn += await inTurn(() => busy(1));
  };
  await Promise.all(Array.from({ length: 200 }, caller));
  isRunning = false;
  // Five milliseconds twice, when waiting work ends in the middle of a turn, and a piece beyond them.
  expect(longest).toBeLessThanOrEqual(11);
});

test("many short pieces run in one turn", async () => {
  const { turns, spend } = turnsWithClock();
  void turns.run(() => spend(6));
  let ran = 0;
  const all = Promise.all(Array.from({ length: 200 }, () => turns.run(() => (ran += 1))));
  expect(ran).toBe(0);
  // The first turn ends the time of the long piece.
  await nextTurn();
  await nextTurn();
  expect(ran).toBe(200);
  await all;
});

test("what waits for a piece goes on before the next piece begins", async () => {
  const { turns, spend } = turnsWithClock();
  void turns.run(() => spend(6));
  const order: string[] = [];
  const caller = async (name: string): Promise<void> => {
    await turns.run(() => order.push(`${name} works`));
    await Promise.resolve();
    order.push(`${name} goes on`);
  };
  await Promise.all([caller("a"), caller("b")]);
  expect(order).toEqual(["a works", "a goes on", "b works", "b goes on"]);
});

test("owners take turns, and are not asked for when nothing waits", async () => {
  const { turns, spend } = turnsWithClock();
  void turns.run(() => spend(6), { owner: () => expect.unreachable() });
  const order: string[] = [];
  const run = (owner: string, name: string): Promise<number> =>
    turns.run(() => order.push(name), { owner: () => owner });
  await Promise.all([run("a", "a1"), run("a", "a2"), run("a", "a3"), run("b", "b1"), run("b", "b2"), run("c", "c1")]);
  expect(order).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
});

interface Caller {
  readonly turns: SharedTurns;
  readonly work: (name: string) => unknown;
}

/** Runs pieces of a call one after the other, as a route does. */
async function call({ turns, work }: Caller, names: readonly string[], owner?: string): Promise<void> {
  const { signal } = new AbortController();
  const options = owner === undefined ? { signal } : { signal, owner: () => owner };
  for (const name of names) await turns.run(() => work(name), options);
}

/** Turns that are taken for now, and a list of the pieces that run in them; each piece takes as long as `msOf` tells for its name. */
function recordingTurns(msOf: (name: string) => number): Caller & { readonly order: readonly string[] } {
  const { turns, spend } = turnsWithClock();
  void turns.run(() => spend(6));
  const order: string[] = [];
  return { turns, order, work: (name) => (order.push(name), spend(msOf(name))) };
}

const many = (count: number, name: string): string[] => Array<string>(count).fill(name);

test("a call of many short pieces waits for as much work of each other call as it has, not for a piece of each", async () => {
  const caller = recordingTurns((name) => (name === "short" ? 1 / 8 : 30));
  const long = Array.from({ length: 24 }, () => call(caller, many(6, "long")));
  await call(caller, many(118, "short"));
  // Of each other call one, and for the 15 ms that the short ones take no second.
  expect(caller.order.filter((name) => name === "long")).toHaveLength(24);
  await Promise.all(long);
});

test("calls that come one after the other, of a piece each, delay a call by its part of the time only", async () => {
  const caller = recordingTurns((name) => (name === "short" ? 1 / 8 : 30));
  let isRunning = true;
  const attack = async (): Promise<void> => {
    while (isRunning) await call(caller, ["long"]);
  };
  const attacks = Array.from({ length: 24 }, attack);
  await call(caller, many(118, "short"));
  isRunning = false;
  // Those that came before, and about as many while it works: 15 ms for each of 24.
  expect(caller.order.filter((name) => name === "long").length).toBeLessThan(60);
  await Promise.all(attacks);
});

test("a call with long pieces goes on, however many new ones come", async () => {
  const caller = recordingTurns((name) => (name === "new" ? 1 : 10));
  let isRunning = true;
  const attack = async (): Promise<void> => {
    while (isRunning) await call(caller, ["new"]);
  };
  const attacks = [attack(), attack(), attack()];
  await call(caller, many(10, "long"));
  isRunning = false;
  // It has a quarter of the time.
  const ofNew = caller.order.filter((name) => name === "new").length;
  expect(ofNew).toBeGreaterThan(250);
  expect(ofNew).toBeLessThan(350);
  await Promise.all(attacks);
});

test("owners have the same time whatever their pieces take, and so have the calls of an owner", async () => {
  const caller = recordingTurns((name) => Number(name.slice(1)));
  await Promise.all([
    call(caller, many(40, "a4"), "tenant"),
    call(caller, many(160, "b1"), "tenant"),
    ...Array.from({ length: 3 }, () => call(caller, many(160, "c2"), "other")),
  ]);
  const timeOf = (name: string): number => caller.order.slice(0, 200).filter((one) => one.startsWith(name)).length;
  const [a, b, c] = [4 * timeOf("a"), timeOf("b"), 2 * timeOf("c")];
  expect(Math.abs(a - b)).toBeLessThanOrEqual(8);
  expect(Math.abs(a + b - c)).toBeLessThanOrEqual(8);
});

test("what an owner has used counts no more when nothing has waited for a turn", async () => {
  const caller = recordingTurns((name) => (name === "long" ? 100 : 1));
  const run = (owner: string, name: string): Promise<unknown> =>
    caller.turns.run(() => caller.work(name), { owner: () => owner });
  await Promise.all([run("a", "long"), run("b", "b1")]);
  for (let turn = 0; turn < 4; turn += 1) await nextTurn();
  void caller.turns.run(() => caller.work("long"));
  await Promise.all([run("a", "a2"), run("b", "b2"), run("b", "b3")]);
  expect(caller.order).toEqual(["long", "b1", "long", "a2", "b2", "b3"]);
});

test("work of a caller that has left is left out", async () => {
  const { turns, spend } = turnsWithClock();
  void turns.run(() => spend(6));
  const left = new AbortController();
  const ran: string[] = [];
  const late = turns.run(() => ran.push("late"), { signal: left.signal });
  const other = turns.run(() => ran.push("other"));
  left.abort(new Error("it has left"));
  await expect(late).rejects.toThrow("it has left");
  await other;
  expect(ran).toEqual(["other"]);
});

test("a piece for later does not run now, and keeps its place", async () => {
  const { turns } = turnsWithClock();
  const order: string[] = [];
  turns.later(() => order.push("first"));
  expect(turns.begin(() => order.push("second"))).toBe(false);
  expect(order).toEqual([]);
  await turns.run(() => order.push("third"));
  expect(order).toEqual(["first", "second", "third"]);
});

test("a piece without a promise tells whether it has run", async () => {
  const { turns, spend } = turnsWithClock();
  const order: string[] = [];
  expect(turns.begin(() => order.push("now"))).toBe(true);
  spend(6);
  expect(turns.begin(() => order.push("waits"))).toBe(false);
  expect(order).toEqual(["now"]);
  await turns.run(() => undefined);
  expect(order).toEqual(["now", "waits"]);
});

test("a piece that throws rejects, and the others run", async () => {
  const { turns, spend } = turnsWithClock();
  const broken = (): never => {
    throw new Error("broken");
  };
  await expect(turns.run(broken)).rejects.toThrow("broken");
  void turns.run(() => spend(6));
  const late = turns.run(broken);
  const other = turns.run(() => "other");
  await expect(late).rejects.toThrow("broken");
  await expect(other).resolves.toBe("other");
});
