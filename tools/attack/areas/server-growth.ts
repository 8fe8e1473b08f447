// Many reviews at the same moment whose objects grow when they are converted: a condition of two characters becomes one of forty and more in the other version.
import { setTimeout as sleep } from "node:timers/promises";
import type { Attack } from "../area.ts";
import { startVictim } from "../victim.ts";
import { exchange, open, post } from "../wire.ts";
import { conversionReview, realReview } from "./server-samples.ts";

interface Reviews {
  readonly what: string;
  readonly before: string;
  readonly path: string;
  readonly callers: number;
  readonly body: string;
}

/** Bodies, what is made of them, one answer more and what the collector comes too late for. */
const growthLimitMiB = 500;
/** A real review needs a turn, and place for less than what any of the others has made. */
const realReviewMs = 5000;

/** A machine of the older version with conditions that say nothing. */
function growingObject(conditions: number): object {
  const metadata = { name: "m", namespace: "many" };
  const status = { conditions: Array.from({ length: conditions }, () => ({})) };
  return { apiVersion: "infrastructure.cluster.x-k8s.io/v1alpha1", kind: "LocalMachine", metadata, spec: {}, status };
}

function growingLists(objects: number): string {
  const request = {
    uid: "1",
    desiredAPIVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
    objects: Array.from({ length: objects }, () => growingObject(2500)),
  };
  return JSON.stringify({ ...conversionReview({}), request });
}

function growingWrite(): string {
  const kind = { group: "infrastructure.cluster.x-k8s.io", version: "v1alpha1", kind: "LocalMachine" };
  const request = { uid: "1", kind, operation: "CREATE", namespace: "many", object: growingObject(22_000) };
  return JSON.stringify({ apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", request });
}

/** Beside its object, the review has as many values as a body may have, of those that take most memory. */
function costlyEnvelope(): string {
  const options = `[${Array<string>(57_000).fill('{"34":0}').join(",")}]`;
  return growingWrite().replace('"uid"', `"options":${options},"uid"`);
}

const atOnce = ({ what, before, path, callers, body }: Reviews): Attack => ({
  name: `${callers} ${what} at the same moment`,
  before,
  async run() {
    await using victim = await startVictim<{ port: number }>(
      new URL("../victims/webhook-server.ts", import.meta.url),
      {},
    );
    const { port } = victim.info;
    const request = post(path, body);
    const sockets = await Promise.all(Array.from({ length: callers }, () => open(port)));
    for (const socket of sockets) socket.resume().write(request);
    let [real, longest] = [0, 0];
    const until = performance.now() + 12_000;
    while (performance.now() < until) {
      const { status, ms } = await exchange(port, post("/convert", JSON.stringify(realReview)), 20_000);
      if (status !== 200) throw new Error(`a real review has the answer ${status}`);
      [real, longest] = [real + 1, Math.max(longest, ms)];
      await sleep(200);
    }
    const { growthMiB } = await victim.measure();
    for (const socket of sockets) socket.destroy();
    const text = `${real} real reviews are answered after ${longest.toFixed(0)} ms at most; memory grows by ${growthMiB.toFixed(0)} MiB`;
    if (longest > realReviewMs || growthMiB > growthLimitMiB) throw new Error(text);
    return text;
  },
});

/** One for each route that converts. */
export const growingReviews: readonly Attack[] = [
  atOnce({
    what: "conversion reviews of 0.6 MB whose answers have 14 times as much",
    before: "without the budget: memory grows by 800 MiB, and the manager is killed in a container of 1 GiB",
    path: "/convert",
    callers: 105,
    body: growingLists(78),
  }),
  atOnce({
    what: "admission reviews of 67 KB whose object has 14 times as much in another version",
    before: "without the budget: memory grows by 560 MiB in 12 s, and by 1,276 in all",
    path: "/convertible",
    callers: 900,
    body: growingWrite(),
  }),
  atOnce({
    what: "admission reviews with 400,000 values beside the object",
    before: "without the limit of these values: the manager ran out of memory with 45 of them",
    path: "/convertible",
    callers: 110,
    body: costlyEnvelope(),
  }),
];
