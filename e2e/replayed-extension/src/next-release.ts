// What a release would be in which each handler makes what the next step of its chain makes: `capstan plan` compares it with what was recorded.
import type { Extension } from "@capstan/extension-kit";
import { chainsOf, planOf } from "./changes.ts";
import { withHandlers } from "./with-handlers.ts";

const next = chainsOf(planOf(process.env)).flatMap((steps) =>
  steps.map(({ handler, patcher }, index) => [handler, steps[index + 1]?.patcher ?? patcher] as const),
);

export const extension: Extension = withHandlers(next);
