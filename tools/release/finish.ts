// The steps that are for good: the commit, the packages in the registry, the tags. Each may be run again after it failed.
import { createInterface } from "node:readline/promises";
import { commitAll, createTag, currentBranch, hasTag, push, remoteHas, tagsHere } from "./git.ts";
import { publishPacked } from "./publishing.ts";
import { registryUrl } from "./registry.ts";
import { releaseFolder, releaseSubject, releaseTag } from "./release-names.ts";
import type { Release } from "./release-state.ts";
import { baseBranch, tool } from "./repository.ts";

/** Asks whether to go on. Ctrl-C and the end of the input are a no, too: both leave a question without an answer. */
export async function ask({ repository, version, packed }: Release): Promise<string> {
  const question = `Publish ${packed.length} packages as ${version} to ${await registryUrl(repository)}? [y/N] `;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const gone = new AbortController();
  for (const event of ["SIGINT", "close"]) terminal.once(event, () => gone.abort());
  const answer = await terminal.question(question, { signal: gone.signal }).catch(() => "no");
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new Error("not published, because the answer was not yes");
  return "yes";
}

/** Commits versions and change logs; the message carries the notes. */
export async function commit(release: Release): Promise<string> {
  const { repository, version, pending } = release;
  if (pending.kind === "rest") return "committed before";
  await commitAll(repository, releaseSubject(version), pending.notes);
  release.uncommitted = false;
  return releaseSubject(version);
}

/** Pushes the release commit, so that what is published can be found in the repository, or is not published at all. */
export async function pushCommit({ repository }: Release): Promise<string> {
  const branch = (await currentBranch(repository)) || baseBranch(repository);
  if (await remoteHas(repository, branch)) return "pushed before";
  await push(repository, `HEAD:refs/heads/${branch}`);
  return `to ${branch}`;
}

/** Publishes the tarballs that were checked. */
export async function publish(release: Release): Promise<string> {
  const { repository, options, version } = release;
  const again =
    options.snapshot === undefined
      ? "run the same command again: it publishes the rest"
      : "run the same command again: it makes a new snapshot of all packages";
  const folder = releaseFolder(repository.root, version);
  const count = await publishPacked(repository, { version, folder, otp: options.otp, again });
  release.published = true;
  return `${count} packages are in the registry in version ${version}${options.snapshot === undefined ? "" : `, tag ${options.snapshot}`}`;
}

/** Tags each package and the release as a whole, once all of it is published. */
export async function tag(release: Release): Promise<string> {
  const { repository, version } = release;
  await tool(repository, "changeset", "git-tag");
  const whole = releaseTag(version);
  if (!(await hasTag(repository, whole))) await createTag(repository, whole, releaseSubject(version));
  release.tags = await tagsHere(repository);
  return `${whole} and ${release.tags.length - 1} others`;
}

/** Pushes the tags. */
export async function pushTags({ repository, tags }: Release): Promise<string> {
  await push(repository, ...tags.map((name) => `refs/tags/${name}`));
  return `${tags.length} tags`;
}
