// Tokens: who they belong to and how long they are valid.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TokenIssuer, serviceAccountUser } from "./users.ts";

beforeEach(() => void vi.useFakeTimers({ now: new Date("2026-01-02T03:04:05.678Z") }));
afterEach(() => void vi.useRealTimers());

const user = serviceAccountUser("default", "robot", "1");

test("the user of a ServiceAccount has its groups", () => {
  expect(user).toEqual({
    username: "system:serviceaccount:default:robot",
    uid: "1",
    groups: ["system:serviceaccounts", "system:serviceaccounts:default", "system:authenticated"],
  });
  expect(serviceAccountUser("default", "robot")).not.toHaveProperty("uid");
});

test.each([
  { afterMs: 0, want: user },
  { afterMs: 59_999, want: user },
  { afterMs: 60_000, want: undefined },
])("after $afterMs ms a token of 60 s belongs to $want.username", ({ afterMs, want }) => {
  const issuer = new TokenIssuer();
  const { token, expirationTimestamp } = issuer.issue(user, 60);
  expect(expirationTimestamp).toBe("2026-01-02T03:05:05Z");
  vi.advanceTimersByTime(afterMs);
  expect(issuer.userOf(token)).toEqual(want);
});

test("tokens are different and other strings are unknown", () => {
  const issuer = new TokenIssuer();
  expect(issuer.issue(user, 60).token).not.toBe(issuer.issue(user, 60).token);
  expect(issuer.userOf("capstan.other")).toBeUndefined();
});
