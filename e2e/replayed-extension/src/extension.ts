// The example's extension with a handler for each step of each chain of changes.
import type { Extension } from "@capstan/extension-kit";
import { chainsOf, planOf } from "./changes.ts";
import { withHandlers } from "./with-handlers.ts";

const steps = chainsOf(planOf(process.env)).flat();

export const extension: Extension = withHandlers(steps.map(({ handler, patcher }) => [handler, patcher] as const));
