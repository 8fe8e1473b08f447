// Which of the fifteen assertions about the wire of hooks hold, by the results of their tests.

/** One test, as vitest reports it. */
export interface TestResult {
  readonly file: string;
  readonly title: string;
  readonly status: string;
}

/** An assertion, and what keeps it from holding; nothing when it holds. */
export interface Assertion {
  readonly number: number;
  readonly problems: readonly string[];
}

const count = 15;
/** The last one is about documents of releases, and not about a server. */
const documents = { file: "upstream-changes.test.ts", number: 15 };

function numberOf({ file, title }: TestResult): number {
  if (file.endsWith(documents.file)) return documents.number;
  const [, number = "0"] = /\bassertion (\d{1,2}):/.exec(title) ?? [];
  return Number(number);
}

/** The assertions in their order: each holds when it has tests, and all of them pass. */
export function assertionsOf(results: readonly TestResult[]): readonly Assertion[] {
  const tests = Map.groupBy(results, numberOf);
  return Array.from({ length: count }, (_, i) => {
    const own = tests.get(i + 1) ?? [];
    const failed = own.filter(({ status }) => status !== "passed").map(({ title, status }) => `${title}: ${status}`);
    return { number: i + 1, problems: own.length === 0 ? ["it has no test"] : failed };
  });
}
