import 'server-only';
import { type Attributes, type HrTime, ValueType } from '@opentelemetry/api';
import { millisToHrTime } from '@opentelemetry/core';
import { emptyResource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import type { Metrics } from '../metrics';

type PrometheusMetric = Awaited<ReturnType<Metrics['registry']['getMetricsAsJSON']>>[number];
type Sample = { value: number; labels: Attributes; metricName?: string };
type Times = { startTime: HrTime; endTime: HrTime };

/** When this process started counting, in ms since 1970. */
const STARTED_AT = performance.timeOrigin;

/**
 * Produces OpenTelemetry metrics from the Prometheus registry, under the same names. Counters become monotonic sums.
 * @param read returns the current metrics
 */
export function prometheusProducer(read: () => Promise<PrometheusMetric[]>): MetricProducer {
  return {
    async collect() {
      const metrics = await read();
      const times = { startTime: millisToHrTime(STARTED_AT), endTime: millisToHrTime(Date.now()) };
      const converted = metrics.flatMap((metric) => convert(metric, times) ?? []);
      return {
        resourceMetrics: {
          resource: emptyResource(),
          scopeMetrics: [{ scope: { name: 'satchel' }, metrics: converted }],
        },
        errors: [],
      };
    },
  };
}

function convert(metric: PrometheusMetric, times: Times): MetricData | undefined {
  const samples = metric.values as Sample[];
  if (samples.length === 0) return undefined;
  const base = {
    descriptor: { name: metric.name, description: metric.help, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  const points = (): DataPoint<number>[] =>
    samples.map(({ labels, value }) => ({ ...times, attributes: labels, value }));
  // prom-client declares an enum, but the value is a word, such as `counter`.
  switch (String(metric.type)) {
    case 'counter':
      return { ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points() };
    case 'gauge':
      return { ...base, dataPointType: DataPointType.GAUGE, dataPoints: points() };
    case 'histogram':
      return { ...base, dataPointType: DataPointType.HISTOGRAM, dataPoints: histograms(samples, times) };
    default:
      return undefined;
  }
}

/** Converts the samples of a histogram. Buckets in Prometheus are cumulative. */
function histograms(samples: readonly Sample[], times: Times): DataPoint<Histogram>[] {
  const byLabels = new Map<string, { attributes: Attributes; buckets: [number, number][]; sum: number }>();
  for (const { labels, value, metricName } of samples) {
    const { le, ...attributes } = labels;
    const key = JSON.stringify(Object.entries(attributes).sort());
    const series = byLabels.get(key) ?? { attributes, buckets: [], sum: 0 };
    byLabels.set(key, series);
    if (le !== undefined) series.buckets.push([le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le), value]);
    else if (metricName?.endsWith('_sum')) series.sum = value;
  }
  return [...byLabels.values()].map(({ attributes, buckets, sum }) => {
    const sorted = buckets.sort(([a], [b]) => a - b);
    return {
      ...times,
      attributes,
      value: {
        buckets: {
          boundaries: sorted.slice(0, -1).map(([bound]) => bound),
          counts: sorted.map(([, count], i) => count - (sorted[i - 1]?.[1] ?? 0)),
        },
        sum,
        count: sorted.at(-1)?.[1] ?? 0,
      },
    };
  });
}
