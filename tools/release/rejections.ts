// Why a release does not begin: everything that is wrong before anything is changed, all of it at once.
import { join } from "node:path";
import { changedFiles, commitOf, currentBranch, lastSubject } from "./git.ts";
import type { ReleaseOptions } from "./options.ts";
import { registryUser } from "./registry.ts";
import { releaseSubject } from "./release-names.ts";
import {
  baseBranch,
  currentVersion,
  pendingChangesets,
  publishedPackages,
  readJson,
  tryTool,
  type Repository,
} from "./repository.ts";

/** A reason not to begin, if there is one. */
type Rejection = (repository: Repository, options: ReleaseOptions) => Promise<string | undefined>;

const rejections: readonly Rejection[] = [
  wrongPnpm,
  dirtyTree,
  wrongBranch,
  nobodyToAsk,
  nothingPending,
  noSigner,
  noRepositoryField,
  noRights,
];

/** Throws with every reason not to begin. */
export async function rejectUnlessReady(repository: Repository, options: ReleaseOptions): Promise<void> {
  const reasons = await Promise.all(rejections.map(async (rejection) => rejection(repository, options)));
  const given = reasons.filter((reason) => reason !== undefined);
  if (given.length > 0)
    throw new Error(`nothing was changed, because\n${given.map((reason) => `- ${reason}`).join("\n")}`);
}

async function wrongPnpm(repository: Repository): Promise<string | undefined> {
  const file = join(repository.root, "package.json");
  const { packageManager = "pnpm" } = readJson<{ readonly packageManager?: string }>(file);
  const { code, output } = await tryTool(repository, "pnpm", "--version");
  const found = code === 0 ? `pnpm@${output.trim()}` : "no pnpm";
  return found === packageManager
    ? undefined
    : `this repository is released with ${packageManager}, and here is ${found}; run npx --yes ${packageManager} run release`;
}

async function dirtyTree(repository: Repository): Promise<string | undefined> {
  const files = await changedFiles(repository);
  return files.length === 0
    ? undefined
    : `the tree is not clean; commit these files or take them away (git restore . undoes a release that was killed):\n    ${files.join("\n    ")}`;
}

async function wrongBranch(repository: Repository, options: ReleaseOptions): Promise<string | undefined> {
  if (options.anyBranch === true || options.snapshot !== undefined) return undefined;
  const [branch, base] = [await currentBranch(repository), baseBranch(repository)];
  return branch === base
    ? undefined
    : `releases are made on ${base}, and this is ${branch === "" ? "no branch" : branch}; --any-branch releases from here all the same`;
}

async function nobodyToAsk(_: Repository, { yes, dryRun }: ReleaseOptions): Promise<string | undefined> {
  return yes === true || dryRun === true || process.stdin.isTTY
    ? undefined
    : "there is nobody to ask before publishing (no terminal); --yes publishes without asking";
}

/** Without changesets there is one thing left to do: publish the rest of a release that was committed. */
async function nothingPending(repository: Repository, { snapshot }: ReleaseOptions): Promise<string | undefined> {
  if (pendingChangesets(repository).length > 0) return undefined;
  const subject = releaseSubject(currentVersion(repository));
  if (snapshot === undefined && (await lastSubject(repository)) === subject) return undefined;
  const commit = await commitOf(repository, subject);
  const unfinished =
    commit === undefined || snapshot !== undefined
      ? ""
      : `; if "${subject}" was not finished, git checkout ${commit} and run release --any-branch there`;
  return `no changeset is pending in .changeset (pnpm changeset adds one)${unfinished}`;
}

async function noSigner(_: Repository, { provenance }: ReleaseOptions): Promise<string | undefined> {
  const signers = ["ACTIONS_ID_TOKEN_REQUEST_URL", "GITLAB_CI"];
  return provenance !== true || signers.some((name) => process.env[name] !== undefined)
    ? undefined
    : "provenance is signed by GitHub Actions (permission id-token: write) or GitLab CI, and this is neither";
}

async function noRepositoryField(repository: Repository, { provenance }: ReleaseOptions): Promise<string | undefined> {
  const without = publishedPackages(repository).filter(({ manifest }) => manifest.repository === undefined);
  return provenance !== true || without.length === 0
    ? undefined
    : `npm takes provenance only with "repository" in package.json; it is missing in ${without.map(({ folder }) => folder).join(", ")}`;
}

async function noRights(repository: Repository, { dryRun }: ReleaseOptions): Promise<string | undefined> {
  if (dryRun === true) return undefined;
  return registryUser(repository).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}
