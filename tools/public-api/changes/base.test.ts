// Where a change starts from, in real repositories: a branch, the base branch itself, first commits, shallow clones, no git.
import { execSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { describeError } from "@capstan/kube";
import { FixtureRepository } from "../prove/fixture.ts";
import { findBase } from "./base.ts";

function repository(): FixtureRepository {
  const made = new FixtureRepository();
  onTestFinished(() => made[Symbol.dispose]());
  return made;
}

function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "capstan-base-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const base = (root: string, asked?: string): ReturnType<typeof findBase> => findBase({ root, branch: "main", asked });

it("is unknown without git, in a folder of another repository, and before the first commit", () => {
  const made = repository();
  expect(base(temporaryFolder())).toEqual({ kind: "unknown", words: "this folder is not a git repository" });
  expect(base(join(made.root, ".changeset")).kind).toBe("unknown");
  expect(base(made.root)).toEqual({ kind: "unknown", words: "this repository has no commit yet" });
});

it("is the first parent on the base branch, also of a detached HEAD, and the merge base elsewhere", () => {
  const made = repository();
  made.commit("one");
  expect(base(made.root)).toEqual({ kind: "first", words: "HEAD is the first commit" });
  const one = made.git("rev-parse", "HEAD").trim();
  made.commit("two");
  const two = made.git("rev-parse", "HEAD").trim();
  expect(base(made.root)).toMatchObject({ commit: one, words: `${one.slice(0, 9)} (first parent on main)` });
  made.git("switch", "--quiet", "--detach");
  expect(base(made.root)).toMatchObject({ commit: one });
  made.git("switch", "--quiet", "--create", "change");
  expect(base(made.root)).toMatchObject({ commit: two });
  made.commit("three");
  expect(base(made.root)).toMatchObject({ commit: two, words: `${two.slice(0, 9)} (merge base with main)` });
  expect(base(made.root, "HEAD~2")).toMatchObject({ commit: one, words: `${one.slice(0, 9)} (HEAD~2)` });
  expect(() => base(made.root, "nowhere")).toThrow("--base nowhere: git knows no such commit");
});

it.each([
  ["main", "the parent of HEAD is not here"],
  ["change", "there is no branch main here"],
])("names the command that completes a shallow clone of %s", (branch, what) => {
  const origin = repository();
  origin.commit("one");
  origin.commit("two");
  origin.git("switch", "--quiet", "--create", "change");
  origin.commit("three");
  const clone = join(temporaryFolder(), "clone");
  origin.git("clone", "--quiet", "--depth=1", `--branch=${branch}`, `file://${origin.root}`, clone);
  const message = messageOf(() => base(clone));
  const command = 'git fetch --unshallow origin "+refs/heads/*:refs/remotes/origin/*"';
  expect(message).toBe(`what the change starts from is missing: ${what}\n  help: run: ${command}`);
  execSync(command, { cwd: clone, stdio: "ignore" });
  const expected = branch === "main" ? "main~1" : "main";
  expect(base(clone)).toMatchObject({ commit: origin.git("rev-parse", expected).trim() });
});

it("asks for the base where there is neither the branch nor a remote", () => {
  const made = repository();
  made.commit("one");
  made.git("branch", "--move", "other");
  expect(messageOf(() => base(made.root))).toBe(
    "what the change starts from is missing: there is no branch main here\n  help: name it: --base <commit> (there is no remote to fetch main from)",
  );
});

function messageOf(call: () => unknown): string {
  try {
    call();
  } catch (caught) {
    return describeError(caught);
  }
  return "nothing was thrown";
}
