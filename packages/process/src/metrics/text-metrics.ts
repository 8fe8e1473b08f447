// Metrics in the text format of Prometheus, for programs that have few of them: without a library, which would be more than the rest of such a program.
import type { MetricsPage } from "../servers/start-servers.ts";

/** What a metric of a page is. */
export interface MetricFamily {
  readonly name: string;
  /** One line that says what it counts. */
  readonly help: string;
  /** The names of its labels. Default: none. */
  readonly labels?: readonly string[];
}

/** One number of a page. */
export interface MetricNumber {
  add(by: number): void;
  set(value: number): void;
}

/** One distribution of a page. */
export interface MetricTimes {
  observe(value: number): void;
}

type Lines = () => readonly string[];

/**
 * A page of metrics. Each method adds a metric and returns a function that gives the number of one combination of values of its labels, in their order; the page has it from then on. Keep what it returns: it is made
 * once for each combination, and the combinations must be few.
 *
 * @example
 * const page = new TextMetrics();
 * const callsOf = page.counter({ name: "acme_calls_total", help: "Total number of calls per kind", labels: ["kind"] });
 * callsOf("Foo").add(1);
 */
export class TextMetrics implements MetricsPage {
  readonly contentType = "text/plain; version=0.0.4; charset=utf-8";
  readonly #families: { readonly head: string; readonly lines: Lines }[] = [];

  /** Adds a number that grows. */
  counter(family: MetricFamily): (...values: readonly string[]) => MetricNumber {
    return this.#numbers("counter", family);
  }

  /** Adds a number that goes up and down. */
  gauge(family: MetricFamily): (...values: readonly string[]) => MetricNumber {
    return this.#numbers("gauge", family);
  }

  /** Adds a number without labels that is read when the page is; one that is undefined then is left out. */
  read(type: "counter" | "gauge", family: Omit<MetricFamily, "labels">, read: () => number | undefined): void {
    this.#add(type, family, () => {
      const value = read();
      return value === undefined ? [] : [`${family.name} ${value}`];
    });
  }

  /** Adds a distribution over ranges that end at `buckets`. */
  histogram(family: MetricFamily, buckets: readonly number[]): (...values: readonly string[]) => MetricTimes {
    return this.#members("histogram", family, () => new Histogram(buckets));
  }

  /** The page. */
  async text(): Promise<string> {
    return this.#families.map(({ head, lines }) => [head, ...lines(), ""].join("\n")).join("");
  }

  #numbers(type: string, family: MetricFamily): (...values: readonly string[]) => MetricNumber {
    return this.#members(type, family, () => new Value());
  }

  #members<T extends Member>(type: string, family: MetricFamily, create: () => T): (...values: readonly string[]) => T {
    const { name, labels = [] } = family;
    const members = new Map<string, T>();
    this.#add(type, family, () => [...members].flatMap(([pairs, member]) => member.lines(name, pairs)));
    return (...values) => {
      const pairs = labels.map((label, at) => `${label}="${escaped(values[at] ?? "")}"`).join(",");
      const member = members.get(pairs) ?? create();
      members.set(pairs, member);
      return member;
    };
  }

  #add(type: string, { name, help }: MetricFamily, lines: Lines): void {
    this.#families.push({ head: `# HELP ${name} ${help}\n# TYPE ${name} ${type}`, lines });
  }
}

/** What a family has for one combination of labels. */
interface Member {
  /** Its lines; `pairs` are the labels with their values. */
  lines(name: string, pairs: string): readonly string[];
}

class Value implements Member, MetricNumber {
  #value = 0;

  add(by: number): void {
    this.#value += by;
  }

  set(value: number): void {
    this.#value = value;
  }

  lines(name: string, pairs: string): readonly string[] {
    return [`${name}${inBraces(pairs)} ${this.#value}`];
  }
}

class Histogram implements Member, MetricTimes {
  readonly #buckets: readonly number[];
  readonly #counts: number[];
  #sum = 0;

  constructor(buckets: readonly number[]) {
    this.#buckets = buckets;
    this.#counts = [...buckets, Infinity].map(() => 0);
  }

  observe(value: number): void {
    const found = this.#buckets.findIndex((end) => value <= end);
    const at = found < 0 ? this.#buckets.length : found;
    this.#counts[at] = (this.#counts[at] ?? 0) + 1;
    this.#sum += value;
  }

  lines(name: string, pairs: string): readonly string[] {
    let count = 0;
    const lines = [...this.#buckets.map(bucketEnd), "+Inf"].map((end, at) => {
      count += this.#counts[at] ?? 0;
      return `${name}_bucket{${pairs}${pairs === "" ? "" : ","}le="${end}"} ${count}`;
    });
    return [...lines, `${name}_sum${inBraces(pairs)} ${this.#sum}`, `${name}_count${inBraces(pairs)} ${count}`];
  }
}

/** The label of the end of a bucket as programs in Go write it, such as `1e-08` and `1e+06`: Prometheus may take it as a string, and sums over programs would have each form. */
export function bucketEnd(end: number): string {
  const [digits = "", power = "0"] = end.toExponential().split("e");
  const exponent = Number(power);
  if (exponent >= -4 && exponent < 6) return `${end}`;
  return `${digits}e${exponent < 0 ? "-" : "+"}${`${Math.abs(exponent)}`.padStart(2, "0")}`;
}

function inBraces(pairs: string): string {
  return pairs === "" ? "" : `{${pairs}}`;
}

function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');
}
