// Which calls are kept, and what of the messages of a process counts as one.
import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { CallBook, type KeptCall, receiveCalls } from "./call-book.ts";

const call: KeptCall = {
  id: "a-1",
  hook: "GeneratePatches",
  apiVersion: "hooks.runtime.cluster.x-k8s.io/v1alpha1",
  handler: "sizes",
  masked: false,
  request: "{}",
  response: "{}",
  part: 1,
};

test("the newest calls are kept, as many as have the characters", () => {
  const book = new CallBook(3000);
  for (const id of ["1", "2", "3", "4"]) book.add({ ...call, id, request: "r".repeat(700) });
  expect(["1", "2", "3", "4"].map((id) => book.get(id)?.id)).toEqual([undefined, undefined, "3", "4"]);
  book.add({ ...call, id: "4", request: "r".repeat(700) });
  expect(book.get("3")?.id).toBe("3");
  book.add({ ...call, id: "5", request: "r".repeat(4000) });
  expect(["3", "4", "5"].map((id) => book.get(id))).toEqual([undefined, undefined, undefined]);
});

test("the newest call of a kind is found", () => {
  const book = new CallBook();
  book.add({ ...call, id: "1" });
  book.add({ ...call, id: "2" });
  book.add({ ...call, id: "3", hook: "ValidateTopology" });
  expect(book.last(({ hook }) => hook === "GeneratePatches")?.id).toBe("2");
  expect(book.last(({ hook }) => hook === "CanUpdateMachine")).toBeUndefined();
});

test.each([
  ["a call", { message: "capstan: a call", call: { ...call, part: undefined } }, [call]],
  ["an own number of the program", { message: "capstan: a call", call: { ...call, part: 7 } }, [call]],
  ["another message", { message: "capstan: the trace", call }, []],
  ["no message", "capstan: a call", []],
  ["no call", { message: "capstan: a call", call: null }, []],
  ["a request that is no string", { message: "capstan: a call", call: { ...call, request: {} } }, []],
  ["a name that is too long", { message: "capstan: a call", call: { ...call, handler: "h".repeat(301) } }, []],
  ["a mark that is no boolean", { message: "capstan: a call", call: { ...call, masked: "no" } }, [call]],
] as const)("%s", (_name, message, want) => {
  const child = new EventEmitter();
  const seen: KeptCall[] = [];
  receiveCalls(child, 1, (received) => void seen.push(received));
  child.emit("message", message);
  expect(seen).toEqual(want);
});
