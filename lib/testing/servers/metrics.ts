/** Reads a metric from Prometheus text, summed over all processes. Returns NaN if the metric is missing. */
export function metricOf(text: string, name: string, labels: Record<string, string | number> = {}): number {
  const values = text.split('\n').flatMap((line) => {
    const [, found, labelText = '', value] = /^([a-zA-Z_:]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    const isIt = Object.entries(labels).every(([label, of]) => labelText.includes(`${label}="${of}"`));
    return found === name && isIt ? [Number(value)] : [];
  });
  return values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value);
}
