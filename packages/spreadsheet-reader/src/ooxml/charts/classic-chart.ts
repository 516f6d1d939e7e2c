import { findNode, findNodes, type XmlNode } from '../xml/xml-tree';
import { wholeNumber } from '../xml/xml-values';
import { type ChartModel, type ChartSeries, labelAt } from './chart-model';
import { readTitle } from './rich-title';

const TYPES = new Map([
  ['c:areaChart', 'area chart'],
  ['c:area3DChart', '3-D area chart'],
  ['c:barChart', 'column chart'],
  ['c:bar3DChart', '3-D column chart'],
  ['c:bubbleChart', 'bubble chart'],
  ['c:doughnutChart', 'doughnut chart'],
  ['c:lineChart', 'line chart'],
  ['c:line3DChart', '3-D line chart'],
  ['c:ofPieChart', 'pie-of-pie chart'],
  ['c:pieChart', 'pie chart'],
  ['c:pie3DChart', '3-D pie chart'],
  ['c:radarChart', 'radar chart'],
  ['c:scatterChart', 'scatter chart'],
  ['c:stockChart', 'stock chart'],
  ['c:surfaceChart', 'surface chart'],
  ['c:surface3DChart', '3-D surface chart'],
]);
const AXIS = /^c:\w+Ax$/;
const GROUPINGS = new Map([
  ['stacked', 'stacked '],
  ['percentStacked', '100 % stacked '],
]);

/** Reads `c:chartSpace`. */
export function readClassicChart(root: XmlNode): ChartModel {
  const chart = findNode(root, 'c:chart');
  const plots = findNode(chart, 'c:plotArea')?.children ?? [];
  const groups = plots.filter((plot) => TYPES.has(plot.name));
  const series = groups.flatMap((group) =>
    group.children.filter((child) => child.name === 'c:ser').map(readSeries),
  );
  return {
    types: [...new Set(groups.map(typeInWords))],
    title: titleOf(chart, series),
    axes: plots
      .filter((plot) => AXIS.test(plot.name))
      .map((axis) => readTitle(findNode(axis, 'c:title')))
      .filter((title) => title !== null),
    series,
  };
}

/** A title element without text shows the name of the only series. */
function titleOf(chart: XmlNode | undefined, series: readonly ChartSeries[]): string | null {
  const title = findNode(chart, 'c:title');
  if (title === undefined) return null;
  return readTitle(title) ?? (series.length === 1 ? series[0]!.name : null);
}

function typeInWords(group: XmlNode): string {
  const grouping = GROUPINGS.get(findNode(group, 'c:grouping')?.attributes.get('val') ?? '') ?? '';
  const name = TYPES.get(group.name)!;
  const lying = findNode(group, 'c:barDir')?.attributes.get('val') === 'bar';
  return grouping + (lying ? name.replace('column', 'bar') : name);
}

function readSeries(series: XmlNode): ChartSeries {
  const categories = findNode(series, 'c:cat') ?? findNode(series, 'c:xVal');
  const values = findNode(series, 'c:val') ?? findNode(series, 'c:yVal');
  const labels = cachedPoints(categories);
  const points = [...cachedPoints(values)];
  return {
    name: readTitle(findNode(series, 'c:tx')),
    categories: referenceOf(categories),
    values: referenceOf(values),
    points: points.map(([index, value]) => ({ label: labelAt(labels, index), value })),
    pointCount: Math.max(points.length, declaredCount(values)),
  };
}

function referenceOf(node: XmlNode | undefined): string | null {
  const [formula] = findNodes(node, 'c:f');
  return formula === undefined ? null : formula.text;
}

/** Cached values by index. Labels of several levels are joined, the outermost first. */
function cachedPoints(node: XmlNode | undefined): Map<number, string> {
  const points = new Map<number, string>();
  for (const point of findNodes(node, 'c:pt')) {
    const index = wholeNumber(point.attributes.get('idx'));
    const value = findNode(point, 'c:v')?.text ?? '';
    const inner = points.get(index);
    points.set(index, inner === undefined ? value : `${value} / ${inner}`);
  }
  return points;
}

function declaredCount(node: XmlNode | undefined): number {
  const [count] = findNodes(node, 'c:ptCount');
  return wholeNumber(count?.attributes.get('val'));
}
