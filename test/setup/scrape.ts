/** A line of `GET /metrics`. */
export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** Samples of a port of metrics on this machine. */
export async function scrape(port: number): Promise<Sample[]> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  if (!response.ok) throw new Error(`the port ${port} answers ${response.status}`);
  return samplesOf(await response.text());
}

/** Samples of a text in the format of Prometheus. */
export function samplesOf(text: string): Sample[] {
  return text.split('\n').flatMap((line) => {
    const match = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line);
    if (match === null) return [];
    const [, name, labels = '', value] = match;
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, text]) => [label, text]);
    return { name: name!, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) };
  });
}

/** Sum of the samples that have this name and these labels. */
export function sumOf(samples: readonly Sample[], name: string, labels: Record<string, string> = {}): number {
  return samples
    .filter((sample) => sample.name === name)
    .filter((sample) => Object.entries(labels).every(([label, value]) => sample.labels[label] === value))
    .reduce((sum, { value }) => sum + value, 0);
}
