// How much calls have made together, and which of those that wait goes on.
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { type BudgetShare, SharedBudget } from "./shared-budget.ts";

/** The names of calls, in the order in which they got a place. */
function recordingBudget(limits: ConstructorParameters<typeof SharedBudget>[0]) {
  const budget = new SharedBudget(limits);
  const placed: string[] = [];
  const wait = async (name: string, wanted: number, more: { rank?: number; signal?: AbortSignal } = {}) => {
    const share = budget.begin();
    await share.place({ wanted, ...more });
    placed.push(name);
    share.count(wanted);
    return share;
  };
  const has = (made: number): BudgetShare => {
    const share = budget.begin();
    share.count(made);
    return share;
  };
  return { budget, placed, wait, has };
}

async function turns(count = 5): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn();
}

test("calls have place up to the limit, and beyond it the oldest alone", () => {
  const { budget, has } = recordingBudget({ most: 10 });
  const [first, second] = [has(6), has(3)];
  expect([first.fits(7), first.fits(1000)]).toEqual([true, true]);
  expect([second.fits(4), second.fits(5)]).toEqual([true, false]);
  first.count(20);
  expect([second.fits(3), second.fits(4), budget.begin().fits(0), budget.begin().fits(1)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect(budget.made).toBe(23);
  first.end();
  expect([second.fits(1000), budget.made]).toEqual([true, 3]);
});

test("a call that nobody is older than may have made anything", () => {
  expect(new SharedBudget({ most: 10 }).begin().fits(1000)).toBe(true);
});

test("calls that have made nothing and do not wait are not the oldest", () => {
  const { budget, has } = recordingBudget({ most: 10 });
  const flat = budget.begin();
  const growing = has(10);
  expect([growing.fits(11), flat.fits(1)]).toEqual([true, false]);
});

test("the oldest call of each owner has a reserve behind those of others", () => {
  const budget = new SharedBudget({ most: 10, small: 2, reserve: 4, ownersReserve: 6 });
  const started = (owner: string | undefined, made: number): BudgetShare => {
    const share = budget.begin(() => owner);
    share.count(made);
    return share;
  };
  const [oldest, second] = [started("a", 1000), started("a", 14)];
  // The limit, the reserve and six more.
  const other = budget.begin(() => "b");
  expect([second.fits(15), other.fits(6), other.fits(7), budget.begin().fits(1)]).toEqual([false, true, false, false]);
  other.count(3);
  expect([budget.begin(() => "b").fits(1), other.fits(4), budget.begin(() => "c").fits(3), oldest.fits(2000)]).toEqual([
    false,
    true,
    true,
    true,
  ]);
});

test("a call that waits behind its owner's others goes on when it is the oldest of them", async () => {
  const budget = new SharedBudget({ most: 10, ownersReserve: 5 });
  budget.begin(() => "a").count(1000);
  const [first, second] = [budget.begin(() => "b"), budget.begin(() => "b")];
  first.count(10);
  const order: string[] = [];
  const waits = second.place({ wanted: 15 }).then(() => order.push("second"));
  await turns();
  expect(order).toEqual([]);
  first.end();
  await waits;
  expect(order).toEqual(["second"]);
});

test("small calls have a reserve, and no more, whatever the oldest has made", () => {
  const { budget, has } = recordingBudget({ most: 10, small: 2, reserve: 4 });
  has(1000);
  expect([budget.begin().fits(2), budget.begin().fits(3)]).toEqual([true, false]);
  const small = Array.from({ length: 7 }, () => has(2));
  expect([small[6]?.fits(2), budget.begin().fits(0), budget.begin().fits(1), budget.made]).toEqual([
    true,
    true,
    false,
    1014,
  ]);
});

test("of those that wait, the one goes on first that wants least, or has the lowest rank", async () => {
  const { placed, wait, has } = recordingBudget({ most: 10 });
  const oldest = has(10);
  const later = [wait("b", 5), wait("c", 4), wait("a", 3), wait("ranked", 6, { rank: 1 })];
  await turns();
  expect(placed).toEqual([]);
  oldest.end();
  await turns();
  // Six, and four that do not fit beside it; then the oldest of those that wait, whatever there is.
  expect(placed).toEqual(["ranked", "b"]);
  (await later[3])?.end();
  (await later[0])?.end();
  await Promise.all(later);
  expect(placed).toEqual(["ranked", "b", "a", "c"]);
});

test("a call that waits is let on when it is the oldest, whatever it wants", async () => {
  const { placed, wait, has, budget } = recordingBudget({ most: 10 });
  const [first, second] = [has(10), wait("second", 1000)];
  const third = wait("third", 1);
  await turns();
  first.end();
  (await second).end();
  (await third).end();
  expect(new Set(placed)).toEqual(new Set(["second", "third"]));
  expect(budget.made).toBe(0);
});

test("a call that leaves waits no longer, and gives back what it has made", async () => {
  const { budget, placed, wait, has } = recordingBudget({ most: 10 });
  const [oldest, left] = [has(9), new AbortController()];
  const share = has(1);
  const waiting = share.place({ wanted: 5, signal: left.signal });
  const other = wait("other", 1);
  left.abort(new Error("it has left"));
  await expect(waiting).rejects.toThrow("it has left");
  expect(placed).toEqual([]);
  share.end();
  await other;
  expect(budget.made).toBe(10);
  oldest.end();
  await expect(has(100).place({ wanted: 200, signal: left.signal })).rejects.toThrow("it has left");
});

test("a call without place whose signal has aborted does not wait", async () => {
  const { has, wait } = recordingBudget({ most: 10 });
  has(10);
  await expect(wait("late", 1, { signal: AbortSignal.abort(new Error("over")) })).rejects.toThrow("over");
});

test("a hundred calls that wait all get their place", async () => {
  const { budget, wait, has } = recordingBudget({ most: 10, small: 1, reserve: 2 });
  const oldest = has(10);
  let most = 0;
  const calls = Array.from({ length: 100 }, async (_, index) => {
    const share = await wait(`${index}`, 1 + (index % 12));
    most = Math.max(most, budget.made);
    await nextTurn();
    share.end();
  });
  oldest.end();
  await Promise.all(calls);
  expect(budget.made).toBe(0);
  // The limit, the reserve, and the oldest.
  expect(most).toBeLessThanOrEqual(10 + 2 + 12);
});
