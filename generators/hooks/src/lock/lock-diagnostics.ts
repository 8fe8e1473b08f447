// What is wrong with released hooks and with their lock.
import { diagnose, type Diagnostic, type DiagnosticDetails, type DiagnosticRule } from "@capstan/kube";

/** The codes of this table. */
export type HookRule =
  | "hooks/breaking-change"
  | "hooks/visible-change"
  | "hooks/removed"
  | "hooks/removed-early"
  | "hooks/deprecation"
  | "hooks/replacement"
  | "hooks/early-removal"
  | "hooks/no-release"
  | "hooks/lock"
  | "hooks/lock-missing"
  | "hooks/release";

function error(message: string, help: string, explain: string): DiagnosticRule {
  return { severity: "error", message, help, explain };
}

const evolve =
  "The rules are those of the Runtime SDK: extensions that were written for a released version of a hook keep working until that version is removed, and it is removed only after a time that depends on its track.";

/** The diagnostics of released hooks. */
export const lockDiagnostics: Readonly<Record<HookRule, DiagnosticRule>> = {
  "hooks/breaking-change": error(
    "{hook}{where}: {problem}, which breaks extensions of release {release} (Rule 1 of the Runtime SDK)",
    "restore it, and declare the hook in a new version with the change and a conversion",
    `${evolve} Rule 1: a released version does not change so that such an extension breaks. What breaks it depends on who writes the data: callers write requests, extensions write responses.`,
  ),
  "hooks/visible-change": {
    severity: "warning",
    message: "{hook}{where}: {problem}, which extensions of release {release} may not expect",
    help: "check that such extensions can ignore it, or declare the hook in a new version",
    explain: `${evolve} A value that is new in a request reaches extensions that have no case for it. Where they can ignore it, nothing has to be done.`,
  },
  "hooks/removed": error(
    "{hook} was removed without having been deprecated (Rule 4 of the Runtime SDK)",
    "restore it, mark it as `deprecated` with its replacement, and remove it {support} after the release that has the mark",
    `${evolve} Rule 4: a beta version is supported for 6 months and 2 minor releases after it was deprecated, a stable one for 12 months and 3, an alpha version for no time.`,
  ),
  "hooks/removed-early": error(
    "{hook} was removed too early: it was deprecated in release {release}, and {version} is supported for {support} after that (Rule 4 of the Runtime SDK)",
    "restore it; it may be removed from {day} on, after {missing} more minor releases",
    `${evolve} Rule 4: a beta version is supported for 6 months and 2 minor releases after it was deprecated, a stable one for 12 months and 3, an alpha version for no time.`,
  ),
  "hooks/deprecation": error(
    "{hook} is deprecated without a replacement (Rule 3 of the Runtime SDK)",
    'write `deprecated: { since: "1.3", replacement: "v1beta1", removal: "1.6" }`',
    `${evolve} Rule 3: a version is deprecated once another one replaces it. Extensions read from the mark which one, and until when they have time.`,
  ),
  "hooks/replacement": error(
    "{hook} is deprecated in favor of {replacement}, which {problem} (Rule 3 of the Runtime SDK)",
    "name a version that is declared, not deprecated, and at least as stable",
    `${evolve} Rule 3: a version is deprecated only once a replacement exists that is at least as stable.`,
  ),
  "hooks/no-release": error(
    '{hook} is deprecated with "{release}" as `{field}`, which is no release (Rule 4 of the Runtime SDK)',
    "write a release by its numbers, such as 1.3 or v1.3.0",
    `${evolve} Rule 4 counts minor releases such as 1.3, so both ends of the time have to be releases.`,
  ),
  "hooks/early-removal": error(
    "{hook} is deprecated since {since} and to be removed in {removal}, but it is supported for {support} after that (Rule 4 of the Runtime SDK)",
    "name a later release as `removal`",
    `${evolve} Rule 4 counts minor releases such as 1.3, and months since the release that has the mark.`,
  ),
  "hooks/lock": error(
    "{file} cannot be used: {problem}",
    "restore it from version control, after a merge one of its sides; only `capstan generate --release` writes it",
    "The lock says which hooks were released and how. Rules about released hooks are checked against it, so it is not edited by hand.",
  ),
  "hooks/lock-missing": error(
    "{file} is missing, and {mark} says that hooks of this project were released",
    "restore it from version control; where nothing was released, remove {mark} too",
    "Without the lock nothing is known of the released hooks, so no change of them would be found. The mark is generated as long as there is a lock.",
  ),
  "hooks/release": error(
    'the release "{release}" cannot be recorded: {problem}',
    "name the release that is being made, for example 1.4.0",
    "Releases are recorded in order, each once, and without pre-releases: the rules count minor releases and the months since them.",
  ),
};

/** Creates a diagnostic about released hooks. */
export function ruleProblem(code: HookRule, details: DiagnosticDetails): Diagnostic {
  return diagnose(lockDiagnostics, code, details);
}
