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
  // The page is built beside the rest, into a folder below it.
  clean: ["!console/**"],
  // The generators are private: they become part of this package, read from source, and what they depend on is a dependency of it.
  noExternal: [/^@capstan\/generator-/],
  esbuildOptions: (options) => {
    options.conditions = ["@capstan/source"];
  },
});

/** The page of the console: a script and a style sheet for browsers, with the library that it is made with (decision 0035). */
const page: Options = {
  entry: { console: "console/main.tsx", style: "console/style.css" },
  format: "esm",
  target: "es2023",
  platform: "browser",
  outDir: "dist/console",
  noExternal: [/./],
  clean: true,
  minify: true,
  metafile: true,
  splitting: false,
  dts: false,
  silent: true,
  tsconfig: "console/tsconfig.json",
};

const builds: Options[] = [build, page];
export default builds;
