// Metrics: our page beside that of an operator on controller-runtime, whose dashboards and alerts are to work with ours. There is one case for each metric, whatever the number and the seed.
import type { Area } from "../area.ts";
import { comparePages } from "./compare.ts";
import { readPage } from "./page.ts";
import { metricsPages } from "./pages.ts";

/** The area. */
export const metrics: Area = {
  name: "metrics",
  async run() {
    const { ours, upstream } = await metricsPages();
    return comparePages(readPage(ours), readPage(upstream));
  },
};
