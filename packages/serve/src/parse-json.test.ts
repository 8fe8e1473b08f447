// When a body is counted: a small one does not wait for the long work of others.
import { inTurn } from "@capstan/kube/turns";
import { expect, test } from "vitest";
import { defaultLimits } from "./limits.ts";
import { checkSize, smallBytes } from "./parse-json.ts";

function busy(): void {
  const until = performance.now() + 6;
  while (performance.now() < until);
}

test.each([
  { name: "of 16 KiB is counted at once", bytes: smallBytes, want: ["body", "other"] },
  { name: "that is larger waits for its turn", bytes: smallBytes + 1, want: ["other", "body"] },
])("a body $name", async ({ bytes, want }) => {
  const order: string[] = [];
  void inTurn(busy);
  const other = inTurn(() => order.push("other"));
  const body = Buffer.from(`"${"x".repeat(bytes - 2)}"`);
  const counted = checkSize(body, defaultLimits).then(({ values }) => (order.push("body"), values));
  expect(await counted).toBe(1);
  await other;
  expect(order).toEqual(want);
});

test("a large body whose caller has left is not counted", async () => {
  const left = new AbortController();
  void inTurn(busy);
  const counted = checkSize(Buffer.from(`"${"x".repeat(smallBytes)}"`), defaultLimits, { signal: left.signal });
  left.abort(new Error("it has left"));
  await expect(counted).rejects.toThrow("it has left");
});
