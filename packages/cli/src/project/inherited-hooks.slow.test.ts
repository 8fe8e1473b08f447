// What a configuration or an entry starts looks for packages as they do: not in a folder of another user. Each way to run starts thirty processes and Workers.
import { expect, test } from "vitest";
import { allExitWith, sharedProject, waysToRun } from "../../test/shared-project.ts";

test.runIf(process.getuid?.() === 0).each(Object.entries(waysToRun))(
  "what a project's %s starts loads no package of another user",
  async (_, run) => {
    using project = sharedProject();
    expect(await run(project)).toEqual(allExitWith(3));
    project.plant();
    expect(await run(project)).toEqual(allExitWith(1));
  },
);
