// Conditions as people read them, of objects in any shape.
import { expect, test } from "vitest";
import { conditionWords, isUnmet, readableConditions } from "./readable-conditions.ts";

const base = { apiVersion: "example.com/v1", kind: "Foo", metadata: { name: "a" } };
const ready = {
  type: "Ready",
  status: "False",
  reason: "NoQuota",
  message: "8 of 8",
  lastTransitionTime: "2026-01-01",
};

test.each([
  ["none", {}, []],
  ["current ones", { status: { conditions: [ready] } }, [ready]],
  ["the newer list beside older ones", { status: { conditions: [], v1beta2: { conditions: [ready] } } }, [ready]],
  ["a status that is no object", { status: "up" }, []],
  ["a list of other things", { status: { conditions: [1, null, "x"] } }, []],
  [
    "a condition with little in it",
    { status: { conditions: [{ type: "Ready", status: true }] } },
    [{ type: "Ready", status: "", reason: "", message: "", lastTransitionTime: "" }],
  ],
])("reads %s", (_, status, want) => {
  expect(readableConditions({ ...base, ...status })).toEqual(want);
});

test("words have only the parts that are there", () => {
  expect(conditionWords(ready)).toBe("Ready=False (NoQuota: 8 of 8)");
  expect(conditionWords({ ...ready, message: "" })).toBe("Ready=False (NoQuota)");
  expect(conditionWords({ ...ready, reason: "", message: "" })).toBe("Ready=False");
});

test("a condition is unmet when it is not as at rest", () => {
  const of = (type: string, status: string): boolean => isUnmet({ ...ready, type, status });
  expect([of("Ready", "True"), of("Ready", "Unknown"), of("Paused", "False"), of("Paused", "True")]).toEqual([
    false,
    true,
    false,
    true,
  ]);
});
