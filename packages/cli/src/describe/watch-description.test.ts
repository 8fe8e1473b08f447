// A description that is watched while its server does not answer.
import { expect, test } from "vitest";
import { watchDescription } from "./watch-description.ts";

test("while reads fail, for whichever reason, the first reason is printed, once until a read succeeds", async () => {
  const stop = new AbortController();
  const failed = (what: string) => () => Promise.reject(new Error(`cannot list ${what}`));
  const tree = () => Promise.resolve(["the tree"]);
  const reads = [tree, failed("groups"), failed("definitions"), failed("groups"), tree, failed("definitions")];
  const ends = () => {
    stop.abort();
    return tree();
  };
  let text = "";
  await watchDescription({
    output: { write: (more) => (text += more) },
    signal: stop.signal,
    read: () => (reads.shift() ?? ends)(),
    leastMs: 1,
  });
  expect(text).toBe(
    "the tree\n\nthe objects cannot be read now: cannot list groups\nthe tree\n\nthe objects cannot be read now: cannot list definitions\n",
  );
});
