// What the catalog says about a rule of Cluster API's provider contracts.
import type { ContractKind, KindContracts } from "../contracts/kind-contracts.ts";
import type { RulesOf } from "../contracts/kind-contract.ts";

/** How strict the contract is: what it demands, advises or allows; `info` explains something and demands nothing. */
export type RuleLevel = "must" | "should" | "may" | "info";

/** What can enforce a rule, in the order of tables. */
export const enforcers = ["type", "generator", "kit", "bundle", "driven"] as const;
/** `type`: the compiler; `generator`: the CRD or its check; `kit`: a controller's passes, rights and flags; `bundle`: the release; `driven`: a test with the real core. */
export type Enforcer = (typeof enforcers)[number];

/** The same in words. */
export const enforcerWords: Readonly<Record<Enforcer, string>> = {
  type: "the compiler",
  generator: "`capstan generate`",
  kit: "the kit",
  bundle: "`capstan bundle`",
  driven: "the kit, tested with the real core",
};

/** A rule of the catalog. */
export interface CatalogRule {
  readonly level: RuleLevel;
  /** What the contract demands, and why. */
  readonly demand: string;
  /** What enforces it. `unchecked`: `reason` says why nothing can. */
  readonly enforcedBy: Enforcer | "unchecked";
  /** Why nothing checks it, or which part of it is left to the author. */
  readonly reason?: string;
}

/** What a catalog adds to a rule of a record, whose messages and checks the record has. Default: a `must` that the record's own checks enforce. */
export type RecordedRule = Partial<Omit<CatalogRule, "demand">>;

/** The rules of one kind. */
export interface KindCatalog<K extends ContractKind> {
  /** Rules of the record that differ from the default. */
  readonly recorded: Readonly<Partial<Record<RulesOf<KindContracts[K]>, RecordedRule>>>;
  /** Rules about behavior and releases, which no record has. */
  readonly others: Readonly<Record<string, CatalogRule>>;
}
