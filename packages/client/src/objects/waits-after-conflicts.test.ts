// How long a repeated call waits after a conflict.
import type { KubeStatus } from "@capstan/kube";
import { afterEach, expect, test, vi } from "vitest";
import { ApiError } from "../api-error.ts";
import { systemClock } from "../transport/clock.ts";
import { retryOnConflict } from "./retry-on-conflict.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const status: KubeStatus = {
  kind: "Status",
  apiVersion: "v1",
  metadata: {},
  status: "Failure",
  reason: "Conflict",
  code: 409,
};

/** The waits between five attempts, of which each meets a conflict. */
async function waitsOf(random: number): Promise<readonly number[]> {
  vi.spyOn(systemClock, "random").mockReturnValue(random);
  const after = vi.spyOn(systemClock, "after");
  const error: unknown = await retryOnConflict(() => Promise.reject(new ApiError({ doing: "do", status }))).catch(
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(ApiError);
  const waits = after.mock.calls.map(([ms]) => ms);
  vi.restoreAllMocks();
  return waits;
}

test("after a conflict a random part of 10, 20, 40 and 80 ms is waited, and nothing after the last one (R6)", async () => {
  expect(await waitsOf(0.5)).toEqual([5, 10, 20, 40]);
  expect(await waitsOf(0)).toEqual([0, 0, 0, 0]);
});
