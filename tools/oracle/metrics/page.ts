// A page of metrics as dashboards and alerts know it: of each metric its type, its labels, what its label `result` may be, and the buckets of a histogram.

/** What is known of one metric. */
export interface Metric {
  readonly type: string;
  readonly labels: readonly string[];
  readonly results: readonly string[];
  /** The ends, as the page has them: sums over programs compare these strings. */
  readonly buckets: readonly string[];
}

/** Metrics by name. One that has no samples yet has no labels here. */
export type Page = ReadonlyMap<string, Metric>;

interface Found {
  readonly type: string;
  readonly values: Map<string, Set<string>>;
}

/** Reads a page. */
export function readPage(text: string): Page {
  const page = new Map<string, Found>();
  let last: Found | undefined;
  for (const line of text.split("\n")) {
    const [mark, word, name = "", type = ""] = line.split(" ");
    if (mark === "#" && word === "TYPE") page.set(name, (last = { type, values: new Map() }));
    else if (mark !== "#") readSample(line, last);
  }
  return new Map([...page].map(([name, found]) => [name, metricOf(found)]));
}

function readSample(line: string, { values }: Found = { type: "", values: new Map() }): void {
  for (const [, label = "", value = ""] of line.matchAll(/(\w+)="([^"]*)"/g))
    values.set(label, (values.get(label) ?? new Set()).add(value));
}

function metricOf({ type, values }: Found): Metric {
  const sorted = (label: string): readonly string[] => [...(values.get(label) ?? [])].toSorted();
  return {
    type,
    labels: [...values.keys()].filter((label) => label !== "le").toSorted(),
    results: sorted("result"),
    buckets: sorted("le"),
  };
}
