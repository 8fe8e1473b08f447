// Many reviews at the same moment: each is within every limit, and their sum must not hold the event loop.
import { setTimeout as sleep } from "node:timers/promises";
import type { Attack } from "../area.ts";
import { startVictim, type Victim } from "../victim.ts";
import { exchange, open, post } from "../wire.ts";
import { admissionPath, conversionReview, realReview } from "./server-samples.ts";

const webhooks = (): Promise<Victim<{ readonly port: number }>> =>
  startVictim(new URL("../victims/webhook-server.ts", import.meta.url), {});

/** A piece of work of the largest objects, and the few milliseconds of its turn. */
const longestTurnMs = 400;

/** Field names that begin like no other: nearly as many as one body may have. */
function costlyAdmission(caller: number): string {
  const name = (index: number): string => `"${(caller * 100_000 + index + 0x1000).toString(16)}":0`;
  const objects = Array.from({ length: 2450 }, (_, object) => {
    const names = Array.from({ length: 20 }, (__, index) => name(object * 20 + index));
    return `{${names.join(",")}}`;
  });
  return `{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","request":{"uid":"1","x":[${objects.join(",")}]}}`;
}

/** A review of one object with conditions, each of which is converted. */
function costlyConversion(): string {
  const review = JSON.stringify(conversionReview({}));
  const conditions = Array.from({ length: 3000 }, (_, index) => ({ type: `Condition${index}`, status: "True" }));
  return review.replace('"status":{', `"status":{"conditions":${JSON.stringify(conditions)},`);
}

/** A field in four bytes, as often as a body may have it. What looks for a field reads all of them. */
function manyFields(): string {
  const review = JSON.stringify(conversionReview({}));
  return review.replace('"objects"', `${'"":,'.repeat(15 * 1024 * 1024)}"objects"`);
}

interface Reviews {
  readonly what: string;
  readonly before: string;
  readonly path: string;
  readonly bodies: readonly string[];
}

const atOnce = ({ what, before, path, bodies }: Reviews): Attack => ({
  name: `${bodies.length} ${what} at the same moment`,
  before,
  async run() {
    await using victim = await webhooks();
    const { port } = victim.info;
    const requests = bodies.map((body) => post(path, body));
    const sockets = await Promise.all(requests.map(() => open(port)));
    let answered = 0;
    for (const socket of sockets) socket.once("data", () => (answered += 1));
    await victim.measure();
    for (const [index, socket] of sockets.entries()) socket.write(requests[index] ?? "");
    await sleep(100);
    const real = await exchange(port, post("/convert", JSON.stringify(realReview)), 20_000);
    const until = performance.now() + 30_000;
    while (answered < requests.length && performance.now() < until) await sleep(50);
    const { longestStallMs, growthMiB } = await victim.measure();
    for (const socket of sockets) socket.destroy();
    const text = `the longest stall is ${longestStallMs.toFixed(0)} ms; a real review is answered after ${real.ms.toFixed(0)} ms; memory grows by ${growthMiB.toFixed(0)} MiB`;
    if (real.status !== 200) throw new Error(`a real review has the answer ${real.status}; ${text}`);
    if (answered < requests.length) throw new Error(`${answered} of ${requests.length} are answered; ${text}`);
    if (longestStallMs > longestTurnMs) throw new Error(text);
    return text;
  },
});

const callers = (count: number): readonly number[] => [...Array(count).keys()];

/** Each kind of review, many at once. */
export const manyReviews: readonly Attack[] = [
  atOnce({
    what: "admission reviews of 450 KB with 49,000 different names",
    before: "a stall of 4.4 s, and no answer to a real review for 16 s",
    path: admissionPath,
    bodies: callers(60).map(costlyAdmission),
  }),
  atOnce({
    what: "conversion reviews of an object with 3,000 conditions",
    before: "a stall of 0.8 s",
    path: "/convert",
    bodies: callers(150).map(costlyConversion),
  }),
  atOnce({
    what: "conversion reviews of 60 MiB of fields",
    before: "rejected: no review could have more than 8 MiB",
    path: "/convert",
    bodies: [manyFields(), manyFields()],
  }),
];
