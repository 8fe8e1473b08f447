// The test settings that every package shares. Siblings are read from source; `--mode` chooses the suites:
// none runs the tests that need nothing, `--mode corpus` those of ../shared/corpus,
// `--mode slow` those that take minutes and that `check` leaves to CI, `--mode real` those on built binaries.
import { globSync } from "node:fs";
import { configDefaults, type ViteUserConfigFn } from "vitest/config";

declare module "vitest" {
  interface TaskMeta {
    /** What a suite counts in addition to tests, in a line that `check` prints. */
    note?: string;
  }
}

/** What a mode runs, and how long one test may take. The limits guard against a hang: a busy machine must not fail a test. */
interface Suite {
  readonly ending: string;
  readonly timeoutMs: number;
  /** How many files run at once; by default one less than there are processors. */
  readonly maxWorkers?: number;
}

const suites: Readonly<Record<string, Suite>> = {
  test: { ending: ".test.ts", timeoutMs: 120_000 },
  corpus: { ending: ".corpus.test.ts", timeoutMs: 120_000 },
  slow: { ending: ".slow.test.ts", timeoutMs: 900_000 },
  // These mostly wait for servers to start.
  real: { ending: ".real.test.ts", timeoutMs: 600_000, maxWorkers: 2 },
};

/** The share of its runs that a random test makes, where it takes `CAPSTAN_SHARE_OF_RUNS`: a tenth in `check`, all with `test:slow --all-runs`. */
function shareOfRuns(mode: string): number {
  if (mode !== "slow") return 0.1;
  return process.env["CAPSTAN_ALL_RUNS"] === undefined ? 0.2 : 1;
}

/**
 * The files of suites that take minutes of which this run has a share: `CAPSTAN_SHARE_OF_FILES=2/3` is the second of three, which together have
 * all. A slow machine of CI takes another one each day.
 */
function filesOfShare(patterns: readonly string[], mode: string): string[] {
  const share = process.env["CAPSTAN_SHARE_OF_FILES"];
  if (share === undefined || checked.includes(mode)) return [...patterns];
  const [, part, parts] = /^([1-9])\/([1-9])$/.exec(share) ?? [];
  if (part === undefined || Number(part) > Number(parts))
    throw new Error(`CAPSTAN_SHARE_OF_FILES is "${share}": write which share of how many this is, as 2/3`);
  const isOfShare = (file: string): boolean => checksum(file) % Number(parts) === Number(part) - 1;
  return globSync([...patterns], { exclude: (name) => name === "node_modules" }).filter(isOfShare);
}

function checksum(text: string): number {
  return Buffer.from(text).reduce((sum, byte) => sum + byte, 0);
}

/** Variables that put another server behind the tests. Turbo keeps results by the files they were made from: it cannot know that server. */
const unkeyed = ["CAPSTAN_REAL", "CAPSTAN_TESTENV"].filter((name) => process.env[name] !== undefined);
const underTurbo = process.env["TURBO_HASH"] !== undefined;

/** The suites of `check`. */
const checked: readonly string[] = ["test", "corpus"];

/**
 * Whether Node loads the files as they are: with a transformation of every source for every package, the suites of `check` take a third
 * more of the processor time. Coverage and watching need Vite, and so do editors, which start no `vitest run`.
 */
function isLoadedByNode(mode: string): boolean {
  const isMeasured = process.argv.some((argument) => argument.startsWith("--coverage"));
  return process.features.typescript === "strip" && process.argv[2] === "run" && checked.includes(mode) && !isMeasured;
}

/** A vitest.config.ts as data: the settings follow from the mode. */
export type PackageTests = ViteUserConfigFn;

/** The settings of one package; `folders` are those with its tests, relative to it. */
export function packageTests(...folders: readonly string[]): PackageTests {
  return ({ mode }) => {
    const { ending, timeoutMs, maxWorkers } = suiteOf(mode);
    const others = Object.values(suites).filter((suite) => suite.ending !== ending && suite.ending.endsWith(ending));
    return {
      resolve: { conditions: ["@capstan/source"] },
      ssr: { resolve: { conditions: ["@capstan/source"] } },
      test: {
        include: filesOfShare(
          folders.map((folder) => `${folder}/*${ending}`),
          mode,
        ),
        exclude: [...configDefaults.exclude, "**/.results/**", ...others.map((suite) => `**/*${suite.ending}`)],
        testTimeout: timeoutMs,
        hookTimeout: timeoutMs,
        expect: { poll: { timeout: timeoutMs / 2 } },
        ...(maxWorkers === undefined ? {} : { maxWorkers }),
        passWithNoTests: ending !== ".test.ts",
        // Files of a package share their modules: loading them again for each took a third of all the time.
        isolate: false,
        experimental: { viteModuleRunner: !isLoadedByNode(mode), nodeLoader: false },
        env: { CAPSTAN_SHARE_OF_RUNS: `${shareOfRuns(mode)}` },
        // Turbo keeps this file beside the log: `check` counts tests from it.
        reporters: underTurbo ? ["default", ["json", { outputFile: `.results/${mode}.json` }]] : ["default"],
      },
    };
  };
}

/** The same settings with files that Vite loads: only it runs plugins, which change sources as they are loaded. */
export function loadedByVite(tests: PackageTests): PackageTests {
  return async (env) => {
    const settings = await tests(env);
    return { ...settings, test: { ...settings.test, experimental: {} } };
  };
}

/**
 * The same settings for a suite that takes a minute: its files share two processes, so that it does not end long after all others. On real binaries
 * one file runs after the other: upstream's provider in memory has a port of its own.
 */
export function inTwoProcesses(tests: PackageTests): PackageTests {
  return async (env) => {
    const settings = await tests(env);
    return { ...settings, test: { ...settings.test, maxWorkers: env.mode === "real" ? 1 : 2 } };
  };
}

/** The same settings, and a file of the package that runs before its tests. */
export function withSetup(tests: PackageTests, file: string): PackageTests {
  return async (env) => {
    const settings = await tests(env);
    return { ...settings, test: { ...settings.test, setupFiles: [file] } };
  };
}

function suiteOf(mode: string): Suite {
  if (underTurbo && unkeyed.length > 0)
    throw new Error(`${unkeyed.join(" and ")} cannot be used through turbo: run vitest itself, with --mode real`);
  if (underTurbo && mode === "corpus" && process.env["CAPSTAN_CORPUS"] === undefined)
    throw new Error(
      "turbo keeps this by a digest that `check` gives it: run `pnpm run check corpus`, or vitest itself",
    );
  const suite = suites[mode];
  if (suite === undefined) throw new Error(`there is no --mode ${mode}; there are ${Object.keys(suites).join(", ")}`);
  return suite;
}

const config: PackageTests = packageTests("{src,test}/**");
export default config;
