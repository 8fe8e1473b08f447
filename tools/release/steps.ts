// Steps that stand on each other: after one has failed, or the caller has pressed Ctrl-C, the others are not run.
import { SkipStep, type Step } from "@capstan/repo";

/** A step; `always` ones put things back, and run whatever happened. */
export interface ReleaseStep extends Step {
  readonly always?: boolean;
}

/** The steps in this order, each only when nothing before it failed. */
export function inOrder(steps: readonly ReleaseStep[], stop: AbortSignal): Step[] {
  let failed: string | undefined;
  const begin = (): void => {
    if (failed !== undefined) throw new SkipStep(`"${failed}" failed`);
    if (stop.aborted) throw new Error("stopped by the caller");
  };
  return steps.map(({ name, run, always }) => ({
    name,
    run: async () => {
      try {
        if (always !== true) begin();
        return await run();
      } catch (error) {
        if (!(error instanceof SkipStep)) failed ??= name;
        throw error;
      }
    },
  }));
}
