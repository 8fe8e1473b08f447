// `pnpm run release`: one command from pending changesets to published packages, tags and notes. It releases the
// repository in the current folder; docs/releasing.md says how it is used.
import { runCommand, runSteps } from "@capstan/repo";
import { readOptions } from "./options.ts";
import { newRelease, takeBack, type Release } from "./release-state.ts";
import { releaseSteps } from "./release.ts";
import { releaseTag } from "./release-names.ts";
import { baseBranch, openRepository } from "./repository.ts";
import { inOrder } from "./steps.ts";

/** The first Ctrl-C lets the command that runs end, then puts the tree back; the second puts it back at once. */
function stopOnSignals(release: Release): AbortSignal {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (stop.signal.aborted) {
        // After the handlers that end what still runs.
        process.once("exit", () => takeBack(release));
        process.exit(1);
      }
      console.error("\nstopping after the command that runs now; Ctrl-C again stops at once");
      stop.abort();
    });
  }
  return stop.signal;
}

/** What is left for the caller to do. */
async function nextCommands({ options, repository, version, tags, notesFile, pending }: Release): Promise<string[]> {
  if (tags.length === 0) return [];
  const { code } = await runCommand(["gh", "--version"]);
  const canPost = code === 0 || (process.env["GH_TOKEN"] ?? process.env["GITHUB_TOKEN"]) !== undefined;
  // GitHub takes no notes above 125,000 characters.
  const fits = version.length + pending.notes.length < 124_000;
  const notes = fits ? `--notes-file ${notesFile}` : '--notes "All changes are in CHANGELOG.md of each package."';
  return [
    ...(options.push === true ? [] : [`git push --follow-tags origin ${baseBranch(repository)}`]),
    ...(canPost ? [`gh release create ${releaseTag(version)} --title ${version} ${notes}`] : []),
  ];
}

const options = readOptions(process.argv.slice(2));
const release = newRelease(openRepository(process.cwd(), options), options);
const steps = inOrder(releaseSteps(release), stopOnSignals(release));
// The steps after a failed one are counted, not listed.
const { failed } = await runSteps(steps, {
  print: (line) => {
    if (!line.startsWith("skip ")) console.log(line);
  },
});
for (const command of await nextCommands(release)) console.log(`next: ${command}`);
process.exitCode = failed === 0 ? 0 : 1;
