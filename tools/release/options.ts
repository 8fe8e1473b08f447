// The command line of `pnpm run release`, as a table.
import { resolve } from "node:path";
import { Command } from "commander";

/** What the caller asked for. */
export interface ReleaseOptions {
  readonly dryRun?: boolean;
  /** The name of a snapshot, which is also its dist-tag. */
  readonly snapshot?: string;
  readonly registry?: string;
  readonly userconfig?: string;
  readonly yes?: boolean;
  readonly json?: string;
  readonly files?: boolean;
  readonly provenance?: boolean;
  readonly otp?: string;
  readonly push?: boolean;
  readonly anyBranch?: boolean;
}

const table: readonly (readonly [string, string])[] = [
  ["--dry-run", "do everything but publish, commit and tag, and leave the tree as it was"],
  [
    "--snapshot <name>",
    "publish the state of this tree as 0.0.0-<name>-<time> under the dist-tag <name>: no commit, no tag",
  ],
  ["--registry <url>", "where to publish (default: the registry that npm is set to)"],
  ["--userconfig <file>", "the npmrc with the token for it (default: the user's)"],
  ["--yes", "do not ask before publishing"],
  ["--push", "push the release commit before publishing, and the tags after it"],
  ["--provenance", "publish with provenance; works in a CI that npm knows"],
  ["--otp <code>", "the one-time password that the registry asks for"],
  ["--any-branch", "release from a branch that is not the base branch"],
  ["--files", "print every file of every tarball, not only their number"],
  ["--json <file>", "write what was released, with every file, as JSON"],
];

/** Reads the arguments; ends the process with 2 when they are wrong. */
export function readOptions(args: readonly string[]): ReleaseOptions {
  const program = new Command("release")
    .description("Releases every package of this repository in one version. docs/releasing.md says how.")
    .allowExcessArguments(false)
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2));
  for (const [flags, summary] of table) program.option(flags, summary);
  // `pnpm run release -- --dry-run` hands on the two dashes too.
  program.parse(args[0] === "--" ? args.slice(1) : args, { from: "user" });
  const options = program.opts<ReleaseOptions>();
  if (options.snapshot !== undefined && !/^(?!latest$)[a-z][a-z0-9-]*$/.test(options.snapshot))
    program.error(
      `error: --snapshot "${options.snapshot}" is no name for a dist-tag: lower-case letters, digits and dashes, and not "latest"`,
    );
  if (options.registry !== undefined && !/^https?:$/.test(URL.parse(options.registry)?.protocol ?? ""))
    program.error(
      `error: --registry "${options.registry}" is no address: write one that begins with https:// or http://`,
    );
  return options.userconfig === undefined ? options : { ...options, userconfig: resolve(options.userconfig) };
}
