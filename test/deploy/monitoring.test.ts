import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { obtainTimeoutMs } from '../setup/embedding-model';
import { openPromtool } from '../setup/promtool';
import { knownSeries, unknownNames } from './named-series';

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
