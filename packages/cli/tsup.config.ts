import type { Options } from "tsup";
import { packageBuild } from "../../tsup.shared.ts";

const build: Options = packageBuild({
  entry: {
    main: "src/main.ts",
    config: "src/config.ts",
    conversions: "src/conversions.ts",
    generate: "src/generate.ts",
    vite: "src/vite.ts",
    // Preloaded into child processes by file name (project/run-node.ts, project/stand-by.ts).
    "register-typescript": "src/project/register-typescript.ts",
    standby: "src/project/standby.ts",
  },
  // The generators are private: they become part of this package, read from source, and what they depend on is a dependency of it.
  noExternal: [/^@capstan\/generator-/],
  esbuildOptions: (options) => {
    options.conditions = ["@capstan/source"];
  },
});

export default build;
