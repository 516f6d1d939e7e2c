import { findNode, findNodes, type XmlNode } from '../xml/xml-tree';
import { wholeNumber } from '../xml/xml-values';
import { type ChartModel, type ChartSeries, labelAt } from './chart-model';
import { readTitle } from './rich-title';

const TYPES = new Map([
  ['areaChart', 'area chart'],
  ['area3DChart', '3-D area chart'],
  ['barChart', 'column chart'],
  ['bar3DChart', '3-D column chart'],
  ['bubbleChart', 'bubble chart'],
  ['doughnutChart', 'doughnut chart'],
  ['lineChart', 'line chart'],
  ['line3DChart', '3-D line chart'],
  ['ofPieChart', 'pie-of-pie chart'],
  ['pieChart', 'pie chart'],
  ['pie3DChart', '3-D pie chart'],
  ['radarChart', 'radar chart'],
  ['scatterChart', 'scatter chart'],
  ['stockChart', 'stock chart'],
  ['surfaceChart', 'surface chart'],
  ['surface3DChart', '3-D surface chart'],
]);
const GROUPINGS = new Map([
  ['stacked', 'stacked '],
  ['percentStacked', '100 % stacked '],
]);

/** Reads `c:chartSpace`. */
export function readClassicChart(root: XmlNode): ChartModel {
  const chart = findNode(root, 'chart');
  const plots = findNode(chart, 'plotArea')?.children ?? [];
  const groups = plots.filter((plot) => TYPES.has(plot.name));
  const series = groups.flatMap((group) =>
    group.children.filter((child) => child.name === 'ser').map(readSeries),
  );
  return {
    types: [...new Set(groups.map(typeInWords))],
    title: titleOf(chart, series),
    axes: plots
      .filter((plot) => plot.name.endsWith('Ax'))
      .map((axis) => readTitle(findNode(axis, 'title')))
      .filter((title) => title !== null),
    series,
  };
}

/** A title element without text shows the name of the only series. */
function titleOf(chart: XmlNode | undefined, series: readonly ChartSeries[]): string | null {
  const title = findNode(chart, 'title');
  if (title === undefined) return null;
  return readTitle(title) ?? (series.length === 1 ? series[0]!.name : null);
}

function typeInWords(group: XmlNode): string {
  const grouping = GROUPINGS.get(findNode(group, 'grouping')?.attributes.get('val') ?? '') ?? '';
  const name = TYPES.get(group.name)!;
  const lying = findNode(group, 'barDir')?.attributes.get('val') === 'bar';
  return grouping + (lying ? name.replace('column', 'bar') : name);
}

function readSeries(series: XmlNode): ChartSeries {
  const categories = findNode(series, 'cat') ?? findNode(series, 'xVal');
  const values = findNode(series, 'val') ?? findNode(series, 'yVal');
  const labels = cachedPoints(categories);
  const points = [...cachedPoints(values)];
  return {
    name: readTitle(findNode(series, 'tx')),
    categories: referenceOf(categories),
    values: referenceOf(values),
    points: points.map(([index, value]) => ({ label: labelAt(labels, index), value })),
    pointCount: Math.max(points.length, declaredCount(values)),
  };
}

function referenceOf(node: XmlNode | undefined): string | null {
  const [formula] = findNodes(node, 'f');
  return formula === undefined ? null : formula.text;
}

/** Cached values by index. Labels of several levels are joined, the outermost first. */
function cachedPoints(node: XmlNode | undefined): Map<number, string> {
  const points = new Map<number, string>();
  for (const point of findNodes(node, 'pt')) {
    const index = wholeNumber(point.attributes.get('idx'));
    const value = findNode(point, 'v')?.text ?? '';
    const inner = points.get(index);
    points.set(index, inner === undefined ? value : `${value} / ${inner}`);
  }
  return points;
}

function declaredCount(node: XmlNode | undefined): number {
  const [count] = findNodes(node, 'ptCount');
  return wholeNumber(count?.attributes.get('val'));
}
