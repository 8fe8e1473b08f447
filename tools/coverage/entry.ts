// What the catalog says about a rule: what enforces it, and which tests show that.

/** A test of the repository. */
export interface Evidence {
  /** From the root of the repository. */
  readonly file: string;
  /** A part of the title of one test in it, of one error that testdata expects, or of one line of a golden file. */
  readonly test: string;
}

/** What can enforce a rule, in the order of the table. */
export const enforcers = ["type", "generator", "kit", "bundle", "driven"] as const;
/** `type`: tsc; `generator`: the CRD or its check; `kit`: the controller's passes; `bundle`: the release; `driven`: a scenario. */
export type Enforcer = (typeof enforcers)[number];

/** What the catalog says about a rule. */
export type Entry =
  | { readonly enforcedBy: Enforcer; readonly evidence: readonly Evidence[]; readonly reason?: string }
  | { readonly enforcedBy: "unchecked"; readonly reason: string };

/** Entries by the id of their rule. */
export type Entries = Readonly<Record<string, Entry>>;

/** The reason of a rule that something could check. */
export const nothingYet = "nothing checks this yet";

/** Whether a rule is unchecked although something could check it. */
export function isOpen(entry: Entry | undefined): boolean {
  return entry?.enforcedBy === "unchecked" && entry.reason.startsWith(nothingYet);
}
