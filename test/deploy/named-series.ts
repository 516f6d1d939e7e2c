import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { METRICS } from '../../src/metrics/metric-table';

/** Labels that Prometheus gives every series of a scrape job. */
const ofTheScrape = ['job', 'instance'];
/** Labels of metrics of Temporal's SDK, as far as alerts and dashboards need them. */
const ofTemporal = ['task_queue', 'worker_type'];
const keywords = new Set(['and', 'or', 'unless', 'by', 'on', 'ignoring', 'without', 'group_left', 'bool']);

/** Series that Prometheus can have of the programs: labels by the name of the series. */
export async function knownSeries(): Promise<Map<string, Set<string>>> {
  const known = new Map([['up', new Set(ofTheScrape)]]);
  for (const { name, type, labels } of Object.values(METRICS)) {
    const own = [...Object.keys(labels), ...ofTheScrape];
    if (type !== 'histogram') known.set(name, new Set(own));
    else
      for (const part of ['bucket', 'sum', 'count'])
        known.set(`${name}_${part}`, new Set(part === 'bucket' ? [...own, 'le'] : own));
  }
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const { name } of await registry.getMetricsAsJSON()) known.set(name, new Set(ofTheScrape));
  const page = readFileSync(join(__dirname, '../../docs/metrics.md'), 'utf8');
  for (const [, name] of page.matchAll(/`(temporal_\w+)`/g))
    known.set(name!, new Set([...ofTheScrape, ...ofTemporal]));
  return known;
}

/** What an expression of PromQL names that is not there; the expression parses. */
export function unknownNames(expression: string, known: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const bare = expression.replaceAll(/"[^"]*"/g, '""').replaceAll(/\[[^\]]*\]/g, '');
  const unknown: string[] = [];
  const within = new Set<string>();
  const withoutLists = bare.replaceAll(/\b(?:by|on|group_left)\s*\(([^)]*)\)/g, '');
  for (const [, name, matchers = ''] of withoutLists.matchAll(/\b([a-z_]\w*)\b(?!\s*\()(?:\{([^}]*)\})?/g)) {
    if (keywords.has(name!) || isLabel(withoutLists, name!)) continue;
    const labels = known.get(name!);
    if (labels === undefined) unknown.push(name!);
    for (const label of labels ?? []) within.add(label);
    for (const [, label] of matchers.matchAll(/(\w+)\s*[=!]/g))
      if (labels?.has(label!) === false) unknown.push(`${name!}{${label!}}`);
  }
  for (const [, list] of bare.matchAll(/\b(?:by|on|group_left)\s*\(([^)]*)\)/g))
    for (const label of list!.split(',').map((part) => part.trim()))
      if (label !== '' && !within.has(label)) unknown.push(label);
  return unknown;
}

/** Whether a word stands in the braces of a selector, which belong to the series before them. */
function isLabel(text: string, word: string): boolean {
  return new RegExp(`\\{[^}]*\\b${word}\\b[^}]*\\}`).test(text);
}
