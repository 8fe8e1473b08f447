// Metrics of an author's own, as the author sees them.

/** The values of a metric's labels. */
export type MetricLabels<L extends string> = Readonly<Record<L, string>>;

/** What a metric is. */
export interface MetricOptions<L extends string> {
  /** Letters, digits and underscores, for example "acme_calls_total". */
  readonly name: string;
  /** One line that says what it counts. */
  readonly help: string;
  /** The names of its labels. Their values must be few: each combination takes memory until it is removed. Default: none. */
  readonly labels?: readonly L[];
}

/** A number that grows. */
export interface CounterMetric<L extends string> {
  add(labels: MetricLabels<L>, by?: number): void;
  /** Forgets the number of one combination of labels, for example when what it counts was deleted. */
  remove(labels: MetricLabels<L>): void;
}

/** A number that goes up and down. */
export interface GaugeMetric<L extends string> {
  set(labels: MetricLabels<L>, value: number): void;
  /** Forgets the number of one combination of labels. */
  remove(labels: MetricLabels<L>): void;
}

/** How often values were in which range. */
export interface HistogramMetric<L extends string> {
  observe(labels: MetricLabels<L>, value: number): void;
}

/** Where metrics of an author's own are created: once each, at the start. Throws `operator/metric` for a name that is taken or wrong. Where no metrics are served, nothing is counted. */
export interface MetricsRegistry {
  /**
   * Creates a counter.
   *
   * @example
   * const calls = metrics.counter({ name: "acme_calls_total", help: "Calls of the cloud", labels: ["method"] });
   * calls.add({ method: "create" });
   */
  counter<const L extends string = never>(options: MetricOptions<L>): CounterMetric<L>;
  /** Creates a gauge. */
  gauge<const L extends string = never>(options: MetricOptions<L>): GaugeMetric<L>;
  /** Creates a histogram. Default buckets: those of Prometheus, from 5 ms to 10 s. */
  histogram<const L extends string = never>(
    options: MetricOptions<L> & { readonly buckets?: readonly number[] },
  ): HistogramMetric<L>;
}
