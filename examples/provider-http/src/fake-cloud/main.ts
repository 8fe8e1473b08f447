// Runs the fake cloud: `npm run cloud`. Its token is "secret"; `GET /record` has everything that it ever had.
import { parseArgs } from "node:util";
import { startFakeCloud } from "./fake-cloud.ts";

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "8484" },
    /** The share of each fault. */
    faults: { type: "string", default: "0.1" },
  },
});
const share = Number(values.faults);
const { url } = await startFakeCloud({
  port: Number(values.port),
  faults: { latencyMs: 200, bootMs: 2000, staleMs: 500, limited: share, failing: share, lost: share },
});
console.log(`the cloud answers at ${url}`);
