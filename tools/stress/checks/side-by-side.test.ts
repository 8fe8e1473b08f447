// Faults that run at the same time, and those that do not.
import { expect, test } from "vitest";
import type { Fault } from "../fault.ts";
import { runSideBySide } from "../side-by-side.ts";

const faultOf = (name: string, alone?: true): Fault => ({
  name,
  does: "",
  demands: "",
  happen: async () => undefined,
  ...(alone === true ? { alone } : {}),
});

test("each lab has one fault at a time, and a fault that is alone has no other beside it", async () => {
  const running: string[] = [];
  const seen: string[] = [];
  const faults = [faultOf("a", true), faultOf("b"), faultOf("c"), faultOf("d")];
  const reports = runSideBySide(["one", "two"], faults, async (lab, { name }) => {
    running.push(name);
    seen.push(`${lab}: ${running.join()}`);
    await new Promise((resolve) => setTimeout(resolve, name === "b" ? 30 : 10));
    running.splice(running.indexOf(name), 1);
    if (name === "c") throw new Error("c failed");
    return { note: name };
  });
  const settled = await Promise.allSettled(reports);
  expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
  expect(seen).toEqual(["one: b", "two: b,c", "two: b,d", "one: a"]);
});
