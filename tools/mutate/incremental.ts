// The report of an earlier run, from which Stryker takes the outcomes that it does not run again.

/** The part of Stryker's report that is changed here. */
interface Report {
  readonly files: Readonly<
    Record<string, { mutants: readonly { readonly static?: boolean; readonly status: string }[] }>
  >;
}

/**
 * The report without the static mutants that survived and without those that no test covered, so that they run again. Stryker does not know which
 * tests cover what a module does when it is loaded, and would keep their outcome whatever tests are added.
 */
export function withoutUncovered(report: string): string {
  const parsed = JSON.parse(report) as Report;
  for (const file of Object.values(parsed.files))
    file.mutants = file.mutants.filter(
      ({ static: isStatic, status }) => status !== "NoCoverage" && !(isStatic === true && status === "Survived"),
    );
  return JSON.stringify(parsed);
}
