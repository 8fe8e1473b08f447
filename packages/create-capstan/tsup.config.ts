import type { Options } from "tsup";
import { packageBuild } from "../../tsup.shared.ts";

const build: Options = packageBuild({
  entry: ["src/main.ts"],
  // `npm create` installs this package for one run, so the function of @capstan that it calls is bundled, read from source.
  noExternal: [/^@capstan\//],
  esbuildOptions: (options) => {
    options.conditions = ["@capstan/source"];
  },
});

export default build;
