// The commit that a change starts from: the merge base with the base branch (`baseBranch` of .changeset/config.json), and on
// that branch itself the first parent. When history is missing here, the message is the command that fetches it.
import { realpathSync } from "node:fs";
import { CapstanError } from "@capstan/kube";
import { git, tryGit } from "./git.ts";

/** What to compare with: a commit, nothing (the first commit), or nothing that could be looked up here. */
export type Base =
  | { readonly kind: "commit"; readonly commit: string; readonly words: string }
  | { readonly kind: "first"; readonly words: string }
  | { readonly kind: "unknown"; readonly words: string };

/** How the base is looked for. */
export interface BaseInput {
  readonly root: string;
  readonly branch: string;
  /** A commit, branch or tag to take instead. */
  readonly asked?: string | undefined;
}

/** Finds the base; throws when the history to tell it is missing. */
export function findBase(input: BaseInput): Base {
  const { root, branch, asked } = input;
  const top = tryGit(root, ["rev-parse", "--show-toplevel"]);
  if (top === undefined || realpathSync(top) !== realpathSync(root))
    return { kind: "unknown", words: "this folder is not a git repository" };
  const head = tryGit(root, ["rev-parse", "--verify", "HEAD"]);
  if (head === undefined) return { kind: "unknown", words: "this repository has no commit yet" };
  if (asked !== undefined) return askedBase(root, asked);
  const branches = baseBranches(root, branch);
  const current = tryGit(root, ["symbolic-ref", "--short", "HEAD"]);
  const detachedThere = current === undefined && branches.some((ref) => git(root, ["rev-parse", ref]).trim() === head);
  if (current === branch || detachedThere) return firstParent(input);
  if (branches.length === 0) throw missing(input, `there is no branch ${branch} here`);
  return mergeBase(input, branches);
}

function askedBase(root: string, asked: string): Base {
  const commit = tryGit(root, ["rev-parse", "--verify", `${asked}^{commit}`]);
  if (commit === undefined)
    throw new CapstanError("public-api/no-base", `--base ${asked}: git knows no such commit`, {
      help: "name a commit, a branch or a tag that `git log` shows",
    });
  return { kind: "commit", commit, words: `${commit.slice(0, 9)} (${asked})` };
}

/** The branch here and at every remote. */
function baseBranches(root: string, branch: string): string[] {
  const refs = git(root, ["for-each-ref", "--format=%(refname)", `refs/heads/${branch}`, "refs/remotes"]).split("\n");
  return refs.filter((ref) => ref === `refs/heads/${branch}` || new RegExp(`^refs/remotes/[^/]+/${branch}$`).test(ref));
}

function firstParent(input: BaseInput): Base {
  const parent = tryGit(input.root, ["rev-parse", "--verify", "HEAD^1"]);
  if (parent !== undefined)
    return { kind: "commit", commit: parent, words: `${parent.slice(0, 9)} (first parent on ${input.branch})` };
  if (isShallow(input.root)) throw missing(input, "the parent of HEAD is not here");
  return { kind: "first", words: "HEAD is the first commit" };
}

/** Of several branches (here, at remotes) the one that HEAD left last. */
function mergeBase(input: BaseInput, branches: readonly string[]): Base {
  const { root, branch } = input;
  const commits = branches.flatMap((ref) => tryGit(root, ["merge-base", "HEAD", ref]) ?? []);
  const latest = commits.find((commit) =>
    commits.every((other) => tryGit(root, ["merge-base", "--is-ancestor", other, commit]) !== undefined),
  );
  const commit = latest ?? commits[0];
  if (commit === undefined) throw missing(input, `HEAD and ${branch} have no common commit here`);
  return { kind: "commit", commit, words: `${commit.slice(0, 9)} (merge base with ${branch})` };
}

function isShallow(root: string): boolean {
  return tryGit(root, ["rev-parse", "--is-shallow-repository"]) === "true";
}

function missing({ root, branch }: BaseInput, what: string): CapstanError {
  const remotes = git(root, ["remote"]).split("\n").filter(Boolean);
  const remote = remotes.includes("origin") ? "origin" : remotes[0];
  const deepen = isShallow(root) ? " --unshallow" : "";
  const refs = `"+refs/heads/*:refs/remotes/${remote ?? ""}/*"`;
  return new CapstanError("public-api/no-base", `what the change starts from is missing: ${what}`, {
    help:
      remote === undefined
        ? `name it: --base <commit> (there is no remote to fetch ${branch} from)`
        : `run: git fetch${deepen} ${remote} ${refs}`,
  });
}
