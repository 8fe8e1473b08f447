// A change of the configuration while `capstan dev` runs: its errors are shown until they are right, and a change of what runs until it is undone.
import { once } from "node:events";
import { expect, test } from "vitest";
import { DevProject } from "../../test/dev-project.ts";
import { twoProgramsConfig, useSmallPrograms } from "../../test/two-programs.ts";

const project = new DevProject();

function configure(config: object): void {
  project.printed = "";
  project.write("capstan.config.ts", `export default ${JSON.stringify(config)};\n`);
}

test("a changed configuration is checked, and says when dev has to be restarted", async () => {
  useSmallPrograms(project);
  const dev = project.start();
  await project.until(/src\/hooks\.ts ready after/);
  configure({ ...twoProgramsConfig, also: [] });
  await project.until(/capstan\.config\.ts warning dev\/config-changed: capstan\.config\.ts has changed: restart dev/);
  configure({ ...twoProgramsConfig, imag: "registry.example.com/team/starter" });
  await project.until(/capstan\.config\.ts:1:\d+ error config\/\S+ [^\n]*"?imag"?/);
  await project.until(/^the project runs without this change, and waits for the next one$/m);
  configure({ ...twoProgramsConfig, image: 1 });
  await project.until(/capstan\.config\.ts:1:\d+ error config\/\S+ [^\n]*image/);
  await project.until(/src\/hooks\.ts ready after/);
  configure(twoProgramsConfig);
  await project.until(/src\/hooks\.ts ready after/);
  expect(project.printed).not.toMatch(/ error | warning /);
  dev.kill("SIGINT");
  expect(await once(dev, "close")).toEqual([0, null]);
});
