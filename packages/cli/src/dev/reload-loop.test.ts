// The steps that follow on batches of changes, in their order, also after a step that failed.
import type { Description } from "@capstan/contract/description";
import { expect, test } from "vitest";
import { emptyDescription } from "../../test/gate-project.ts";
import { reloadOnChanges, type ReloadSteps } from "./reload-loop.ts";

const first = emptyDescription;
const second: Description = { ...first, leaderElection: true };
const whole = { descriptions: [first], isComplete: true };
/** That of a project of which another program cannot say what it is. */
const half: Description = { ...first };
const incomplete: ReadonlySet<Description> = new Set([half]);

/** What each step answers in turn; after that, that all is well and the project is as it was. */
interface Answers {
  /** Whether the project was generated before all that. Default: true. */
  readonly isGenerated?: boolean;
  readonly generate?: readonly boolean[];
  readonly describe?: readonly (Description | undefined)[];
  readonly apply?: readonly boolean[];
  readonly restart?: readonly boolean[];
}

/** The steps after each batch, each when those of the one before have been taken; what is done at first is left out. */
async function stepsOf(batches: readonly (readonly string[])[], answers: Answers = {}): Promise<string[][]> {
  const done: string[][] = [[]];
  const add = (step: string): void => void done.at(-1)?.push(step);
  const take = <T>(from: readonly T[] | undefined, step: string, otherwise: T): T => {
    const [name] = step.split(" ");
    const times = done
      .slice(1)
      .flat()
      .filter((each) => each.split(" ")[0] === name).length;
    add(step);
    return done.length > 1 && from !== undefined && times < from.length ? (from[times] as T) : otherwise;
  };
  const steps: ReloadSteps = {
    affects: (file) => !file.endsWith(".test.ts"),
    generates: (file) => file.startsWith("api/"),
    check: (others) => void done.push([`check ${others.join(" ")}`]),
    saved: () => undefined,
    announce: (changed) => void done.push([`changed ${changed.join(" ")}`]),
    generate: async (changed) => take(answers.generate, ["generate", ...changed].join(" "), true),
    describe: async () => {
      const description = take(answers.describe, "describe", first);
      return description && { descriptions: [description], isComplete: !incomplete.has(description) };
    },
    apply: async ({ descriptions: [description] }) =>
      take(answers.apply, `apply ${description?.leaderElection === true ? "second" : "first"}`, true),
    restart: async () => take(answers.restart, "restart", true),
    wait: () => add("wait"),
  };
  async function* given(): AsyncGenerator<readonly string[]> {
    for (const batch of batches) {
      await quiet();
      yield batch;
    }
    await quiet();
  }
  await reloadOnChanges(given(), steps, answers.isGenerated !== false);
  return done.slice(1);
}

/** No step takes any time: after this, all of them are taken. */
function quiet(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

test("a source of the API: new CRDs are served before the project starts", async () => {
  expect(await stepsOf([["api/a.ts"]])).toEqual([
    ["changed api/a.ts", "generate api/a.ts", "describe", "apply first", "restart"],
  ]);
});

test("another file: the project starts at once, and is applied only if it is another now", async () => {
  expect(await stepsOf([["main.ts"]])).toEqual([["changed main.ts", "restart", "describe"]]);
  expect(await stepsOf([["main.ts"], ["main.ts"]], { describe: [second, second] })).toEqual([
    ["changed main.ts", "restart", "describe", "apply second"],
    ["changed main.ts", "restart", "describe"],
  ]);
});

test("what could not be applied is applied by the next save, before the project starts", async () => {
  const saves = [["main.ts"], ["main.ts"], ["main.ts"]];
  expect(await stepsOf(saves, { describe: [second, second, second], apply: [false] })).toEqual([
    ["changed main.ts", "restart", "describe", "apply second"],
    ["changed main.ts", "describe", "apply second", "restart"],
    ["changed main.ts", "restart", "describe"],
  ]);
  expect(await stepsOf([["api/a.ts"], ["main.ts"]], { apply: [false] })).toEqual([
    ["changed api/a.ts", "generate api/a.ts", "describe", "apply first", "restart"],
    ["changed main.ts", "describe", "apply first", "restart"],
  ]);
});

test("a batch of tests is checked once what runs is done, and changes nothing", async () => {
  expect(await stepsOf([["a.test.ts"]])).toEqual([["check a.test.ts"]]);
  const done: string[] = [];
  const started = Promise.withResolvers<boolean>();
  const steps: ReloadSteps = {
    ...recording(done),
    affects: (file) => file !== "a.test.ts",
    restart: () => {
      done.push("restart");
      return started.promise;
    },
  };
  async function* given(): AsyncGenerator<readonly string[]> {
    yield ["a.test.ts"];
    await quiet();
    done.push("saved");
    started.resolve(true);
    await quiet();
  }
  await reloadOnChanges(given(), steps, true);
  expect(done).toEqual(["describe", "apply", "restart", "saved", "check a.test.ts", "saved a.test.ts"]);
});

test("sources with errors: the project goes on as it is", async () => {
  expect(await stepsOf([["api/a.ts"]], { generate: [false] })).toEqual([
    ["changed api/a.ts", "generate api/a.ts", "wait"],
  ]);
});

test("what could not be generated is tried again at each save, and keeps no other file from its start", async () => {
  const saves = [["api/a.ts"], ["main.ts"], ["api/b.ts"], ["main.ts"], ["main.ts"]];
  expect(await stepsOf(saves, { generate: [false, false, false, true] })).toEqual([
    ["changed api/a.ts", "generate api/a.ts", "wait"],
    ["changed main.ts", "generate api/a.ts", "restart", "describe"],
    ["changed api/b.ts", "generate api/a.ts api/b.ts", "wait"],
    ["changed main.ts", "generate api/a.ts api/b.ts", "describe", "apply first", "restart"],
    ["changed main.ts", "restart", "describe"],
  ]);
});

test("a first generation that fails is tried again, too", async () => {
  expect(await stepsOf([["main.ts"], ["main.ts"]], { isGenerated: false, generate: [false, true] })).toEqual([
    ["changed main.ts", "generate", "restart", "describe"],
    ["changed main.ts", "generate", "describe", "apply first", "restart"],
  ]);
});

test("CRDs that a failed description kept back are applied after the next change of any file", async () => {
  expect(await stepsOf([["api/a.ts", "main.ts"], ["main.ts"]], { describe: [undefined, first] })).toEqual([
    ["changed api/a.ts main.ts", "generate api/a.ts", "describe"],
    ["changed main.ts", "describe", "apply first", "restart"],
  ]);
});

test("a project that does not start is described after the change that fixes it", async () => {
  expect(await stepsOf([["main.ts"], ["main.ts"]], { restart: [false, true], describe: [second] })).toEqual([
    ["changed main.ts", "restart"],
    ["changed main.ts", "restart", "describe", "apply second"],
  ]);
});

test("the first load describes, applies and starts the project", async () => {
  const done: string[] = [];
  await reloadOnChanges(nothing(), recording(done), true);
  expect(done).toEqual(["describe", "apply", "restart"]);
});

test("a change interrupts a start that never ends, and a description that never ends", async () => {
  const done: string[] = [];
  const until = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => signal.addEventListener("abort", () => resolve()));
  const steps: ReloadSteps = {
    ...recording(done),
    describe: async (signal) => {
      done.push("describe");
      if (done.length > 1) return whole;
      await until(signal);
      return undefined;
    },
    restart: async (signal) => {
      done.push("restart");
      await until(signal);
      return false;
    },
  };
  async function* given(): AsyncGenerator<readonly string[]> {
    for (const batch of ["a", "b"]) {
      await quiet();
      yield [batch];
    }
    await quiet();
  }
  await reloadOnChanges(given(), steps, true);
  expect(done).toEqual(["describe", "changed a", "describe", "apply", "restart", "changed b", "restart"]);
});

test("a step that fails ends it, also while no change comes", async () => {
  async function* never(): AsyncGenerator<readonly string[]> {
    yield await new Promise<readonly string[]>(() => undefined);
  }
  const steps = { ...recording([]), apply: () => Promise.reject(new Error("no room")) };
  await expect(reloadOnChanges(never(), steps, true)).rejects.toThrow("no room");
});

async function* nothing(): AsyncGenerator<readonly string[]> {
  await quiet();
  yield* [];
}

/** Steps that succeed at once. */
function recording(done: string[]): ReloadSteps {
  return {
    affects: () => true,
    generates: () => false,
    check: (others) => void done.push(`check ${others.join(" ")}`),
    saved: (others) => void done.push(`saved ${others.join(" ")}`),
    announce: (changed) => void done.push(`changed ${changed.join(" ")}`),
    generate: async () => done.push("generate") > 0,
    describe: async () => (done.push("describe") > 0 ? whole : undefined),
    apply: async () => done.push("apply") > 0,
    restart: async () => done.push("restart") > 0,
    wait: () => void done.push("wait"),
  };
}

test("while a program of the project cannot say what it is, each change describes all again before the others start", async () => {
  expect(await stepsOf([["api/a.ts"], ["main.ts"], ["main.ts"]], { describe: [half] })).toEqual([
    ["changed api/a.ts", "generate api/a.ts", "describe", "apply first", "restart"],
    ["changed main.ts", "describe", "apply first", "restart"],
    ["changed main.ts", "restart", "describe"],
  ]);
});

test("files that do not affect the project are announced once what runs is done, also beside others", async () => {
  const done: string[] = [];
  async function* given(): AsyncGenerator<readonly string[]> {
    for (const batch of [["dev/a.yaml"], ["main.ts", "dev/a.yaml"]]) {
      await quiet();
      yield batch;
    }
    await quiet();
  }
  await reloadOnChanges(given(), { ...recording(done), affects: (file) => file === "main.ts" }, true);
  expect(done).toEqual([
    "describe",
    "apply",
    "restart",
    "check dev/a.yaml",
    "saved dev/a.yaml",
    "changed main.ts",
    "restart",
    "describe",
    "saved dev/a.yaml",
  ]);
});
