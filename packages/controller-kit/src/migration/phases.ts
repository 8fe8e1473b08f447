// The two phases of a migration, under upstream's names, and the flag that skips them.
import type { ChoiceFlag } from "@capstan/process";

/** A phase of the migration of a kind: its objects are stored in the storage version, and managed fields of versions that are not served are removed. */
export type MigrationPhase = "StorageVersionMigration" | "CleanupManagedFields";

const both: readonly MigrationPhase[] = ["StorageVersionMigration", "CleanupManagedFields"];

/** A value of the flag. */
export type SkippedPhases =
  | MigrationPhase
  | "StorageVersionMigration,CleanupManagedFields"
  | "CleanupManagedFields,StorageVersionMigration"
  | "All";

/** The phases that each value of the flag skips. */
export const skippedPhases: Readonly<Record<SkippedPhases, readonly MigrationPhase[]>> = {
  StorageVersionMigration: ["StorageVersionMigration"],
  CleanupManagedFields: ["CleanupManagedFields"],
  "StorageVersionMigration,CleanupManagedFields": both,
  "CleanupManagedFields,StorageVersionMigration": both,
  All: both,
};

/** The flag, under the name that it has in Cluster API's own managers. */
export const skipFlag: ChoiceFlag<SkippedPhases> = {
  kind: "choice",
  // The keys of a constant are its type's.
  choices: Object.keys(skippedPhases) as SkippedPhases[],
  help: "what is not done after a change of this provider's CRDs: StorageVersionMigration, CleanupManagedFields or All (default: nothing is skipped)",
};

/** The phases that run. */
export function phasesWithout(skipped: readonly MigrationPhase[]): ReadonlySet<MigrationPhase> {
  return new Set(both.filter((phase) => !skipped.includes(phase)));
}
