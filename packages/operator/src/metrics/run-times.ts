// Histograms of what each reconcile takes. prom-client makes a string of the labels for each value that it observes, which costs more than all else of a short reconcile; here the
// labels are made when the page is read.
import { Histogram } from "prom-client";

/** What a histogram is made of. The labels have the name of the controller, all of them. */
export interface RunTimesOptions {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  readonly buckets: readonly number[];
}

interface Times {
  /** How many values each bucket has, without those of the buckets below. */
  readonly inBuckets: number[];
  count: number;
  sum: number;
}

/** A value on the page, as prom-client writes them. */
interface PageValue {
  readonly metricName: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

/** Times by controller. */
export class RunTimes extends Histogram {
  readonly #options: RunTimesOptions;
  readonly #times = new Map<string, Times>();

  constructor(options: RunTimesOptions, registers: ConstructorParameters<typeof Histogram>[0]["registers"]) {
    const { name, help, labels, buckets } = options;
    super({ name, help, labelNames: [...labels], buckets: [...buckets], ...(registers && { registers }) });
    this.#options = options;
  }

  /** Counts the time of a reconcile. */
  add(controller: string, seconds: number): void {
    const times = this.#times.get(controller) ?? this.#begin(controller);
    const { buckets } = this.#options;
    let at = 0;
    while (at < buckets.length && seconds > (buckets[at] ?? 0)) at += 1;
    times.inBuckets[at] = (times.inBuckets[at] ?? 0) + 1;
    times.count += 1;
    times.sum += seconds;
  }

  #begin(controller: string): Times {
    const times: Times = { inBuckets: [], count: 0, sum: 0 };
    this.#times.set(controller, times);
    return times;
  }

  /** prom-client calls this for the page in place of `get`. */
  getForPromString(): Promise<object> {
    const { name, help } = this.#options;
    const values = [...this.#times].flatMap(([controller, times]) => this.#valuesOf(controller, times));
    return Promise.resolve({ name, help, type: "histogram", values, aggregator: "sum" });
  }

  #valuesOf(controller: string, { inBuckets, count, sum }: Times): readonly PageValue[] {
    const { name, labels: names, buckets } = this.#options;
    const labels = Object.fromEntries(names.map((label) => [label, controller]));
    let below = 0;
    const lines: PageValue[] = buckets.map((le, at) => {
      below += inBuckets[at] ?? 0;
      return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: below };
    });
    return [
      ...lines,
      { metricName: `${name}_bucket`, labels: { le: "+Inf", ...labels }, value: count },
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: count },
    ];
  }
}
