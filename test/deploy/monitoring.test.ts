import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { obtainTimeoutMs } from '../setup/embedding-model';
import { cacheFolder } from '../../embedded/cache/cache-folder';
import { obtainPromtool } from '../../embedded/tools/promtool';
import { METRICS } from '../../src/metrics/metric-table';

/** Labels that Prometheus gives every series of a scrape job. */
const ofTheScrape = ['job', 'instance'];
/** Labels of metrics of Temporal's SDK, as far as alerts and dashboards need them. */
const ofTemporal = ['task_queue', 'worker_type'];
const keywords = new Set(['and', 'or', 'unless', 'by', 'on', 'ignoring', 'without', 'group_left', 'bool']);

/** Series that Prometheus can have of the programs: labels by the name of the series. */
async function knownSeries(): Promise<Map<string, Set<string>>> {
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
function unknownNames(expression: string, known: ReadonlyMap<string, ReadonlySet<string>>): string[] {
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

const run = promisify(execFile);

/**
 * Path of the real `promtool`, obtained once for a machine.
 *
 * @returns what runs it in a folder and answers what it has written
 * @throws Error with the output of `promtool` when it finds something wrong
 */
async function openPromtool(cwd: string): Promise<(...args: string[]) => Promise<string>> {
  const { signal } = new AbortController();
  const binary = await obtainPromtool({ cache: cacheFolder(), report: () => undefined, signal });
  return async (...args) => {
    try {
      return (await run(binary, args, { cwd })).stdout;
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`promtool ${args.join(' ')}\n${stdout}${stderr}`, { cause: error });
    }
  };
}

const root = join(__dirname, '../..');
const prometheus = join(root, 'deploy/prometheus');
const textOf = (name: string) => readFileSync(join(root, name), 'utf8');

interface Alert {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; action: string; runbook: string };
}
const rules = parse(textOf('deploy/prometheus/alerts.yaml')) as { groups: { rules: Alert[] }[] };
const alerts = rules.groups.flatMap((group) => group.rules);

interface Dashboard {
  uid: string;
  title: string;
  panels: { id: number; title: string; datasource?: { uid: string }; targets?: { expr: string }[] }[];
}
const dashboards = readdirSync(join(root, 'deploy/grafana/dashboards')).map((name) => {
  const dashboard = JSON.parse(textOf(`deploy/grafana/dashboards/${name}`)) as Dashboard;
  return { name, ...dashboard };
});
const expressions = dashboards.flatMap(({ name, panels }) =>
  panels.flatMap(({ title, targets = [] }) =>
    // Grafana puts an interval in the place of its variable.
    targets.map(({ expr }) => ({
      where: `${name}: ${title}`,
      expr: expr.replaceAll('$__rate_interval', '5m'),
    })),
  ),
);

let promtool: Awaited<ReturnType<typeof openPromtool>>;
let known: Awaited<ReturnType<typeof knownSeries>>;
beforeAll(async () => {
  promtool = await openPromtool(prometheus);
  known = await knownSeries();
}, obtainTimeoutMs);

it('Prometheus takes the configuration and the alerts', async () => {
  expect(await promtool('check', 'config', 'prometheus.yaml')).toContain(`${alerts.length} rules found`);
});

it('each alert fires and stays silent as its examples say', async () => {
  await promtool('test', 'rules', 'alerts.test.yaml');
  const { tests } = parse(textOf('deploy/prometheus/alerts.test.yaml')) as { tests: { name: string }[] };
  const expected = alerts.flatMap(({ alert }) => [`${alert} fires`, `${alert} stays silent`]);
  expect(tests.map(({ name }) => name)).toEqual(expected);
});

describe.each(alerts)('$alert', ({ alert, expr, labels, annotations }) => {
  it('names metrics and labels that are there', () => {
    expect(unknownNames(expr, known)).toEqual([]);
  });

  it('has a severity, says what to do and leads to its section', () => {
    expect(['critical', 'warning']).toContain(labels.severity);
    expect(annotations.summary).toMatch(/\.$/);
    expect(annotations.action).toMatch(/\.$/);
    expect(annotations.runbook).toBe(`docs/alerts.md#${alert.toLowerCase()}`);
    expect(textOf('docs/alerts.md')).toMatch(new RegExp(`^## ${alert}$`, 'm'));
  });
});

it.each(expressions)('$where names metrics and labels that are there', ({ expr }) => {
  expect(unknownNames(expr, known)).toEqual([]);
});

it('Prometheus takes every expression of the dashboards', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-dashboards-'));
  try {
    const file = join(folder, 'rules.yaml');
    const asRules = expressions.map(({ expr }, i) => ({ record: `dashboards:expression_${i}`, expr }));
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboards', rules: asRules }] }));
    expect(await promtool('check', 'rules', file)).toContain(`${expressions.length} rules found`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('each panel of a dashboard has an id of its own and the data source that is provisioned', () => {
  const provisioned = parse(textOf('deploy/grafana/provisioning/datasources/prometheus.yaml')) as {
    datasources: { uid: string }[];
  };
  const [source] = provisioned.datasources;
  expect(new Set(dashboards.map(({ uid }) => uid)).size).toBe(dashboards.length);
  for (const { panels } of dashboards) {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const { datasource, targets } of panels)
      if (targets !== undefined) expect(datasource?.uid).toBe(source?.uid);
  }
});

it('metrics and labels that are not there are noticed', () => {
  const wrong =
    'sum by (rout) (rate(sheaf_gone_total{state="x"}[5m])) / sum(up{color="red"}) and nodejs_none';
  expect(unknownNames(wrong, known)).toEqual(['sheaf_gone_total', 'up{color}', 'nodejs_none', 'rout']);
});
