import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, type Registry } from 'prom-client';

type Metric = MetricObjectWithValues<MetricValue<string>> & { aggregator?: string };

/** What is true of one process alone, and of no two together. */
const OF_A_PROCESS = /^(?:process|nodejs)_/;

/** Of clocks, which may be ahead or behind. */
const DIFFERENCE = /(?:^|_)clock_difference_seconds$/;

/**
 * The metrics of this process and of its loop's as one text: what both count is added up; how far a clock is off is
 * told by the process that finds it further off; what is about a process itself, such as its memory, has the label
 * `process="loop"` where it is about the other one.
 * @param ofLoop null where that one does not answer
 */
export async function allMetrics(registry: Registry, ofLoop: unknown): Promise<string> {
  if (!Array.isArray(ofLoop)) return registry.metrics();
  const own = (await registry.getMetricsAsJSON()) as unknown as Metric[];
  const others = (ofLoop as Metric[]).map((metric) => (OF_A_PROCESS.test(metric.name) ? ofTheLoop(metric) : metric));
  const asOne = (metric: Metric) => ({ ...metric, aggregator: aggregatorOf(metric, [...own, ...others]) });
  return AggregatorRegistry.aggregate([own.map(asOne), others.map(asOne)] as never).metrics();
}

function ofTheLoop(metric: Metric): Metric {
  return {
    ...metric,
    values: metric.values.map((value) => ({ ...value, labels: { ...value.labels, process: 'loop' } })),
  };
}

function aggregatorOf({ name, aggregator }: Metric, all: readonly Metric[]): string | undefined {
  // Else some figures of the process would be left out, as those of many processes alike would be.
  if (OF_A_PROCESS.test(name)) return 'sum';
  if (!DIFFERENCE.test(name)) return aggregator;
  const found = all.flatMap((metric) => (metric.name === name ? metric.values.map(({ value }) => value) : []));
  return Math.max(...found) >= -Math.min(...found) ? 'max' : 'min';
}
