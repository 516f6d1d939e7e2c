import { findNode, findNodes, type XmlNode } from '../xml/xml-tree';
import { wholeNumber } from '../xml/xml-values';
import { type ChartModel, type ChartSeries, labelAt } from './chart-model';
import { readTitle } from './rich-title';

const TYPES = new Map([
  ['boxWhisker', 'box and whisker chart'],
  ['clusteredColumn', 'histogram'],
  ['funnel', 'funnel chart'],
  ['paretoLine', 'Pareto line'],
  ['regionMap', 'map chart'],
  ['sunburst', 'sunburst chart'],
  ['treemap', 'treemap chart'],
  ['waterfall', 'waterfall chart'],
]);

/** Reads `cx:chartSpace`, whose data are separate from the series that use them. */
export function readExtendedChart(root: XmlNode): ChartModel {
  const data = new Map(
    [...findNodes(findNode(root, 'cx:chartData'), 'cx:data')].map((node) => [
      node.attributes.get('id') ?? '',
      node,
    ]),
  );
  const chart = findNode(root, 'cx:chart');
  const plot = findNode(chart, 'cx:plotArea');
  const series = [...findNodes(findNode(plot, 'cx:plotAreaRegion'), 'cx:series')];
  return {
    types: [...new Set(series.map((one) => TYPES.get(one.attributes.get('layoutId') ?? '') ?? 'chart'))],
    title: readTitle(findNode(chart, 'cx:title')),
    axes: (plot?.children ?? [])
      .filter((child) => child.name === 'cx:axis')
      .map((axis) => readTitle(findNode(axis, 'cx:title')))
      .filter((title) => title !== null),
    series: series.map((one) =>
      readSeries(one, data.get(findNode(one, 'cx:dataId')?.attributes.get('val') ?? '')),
    ),
  };
}

function readSeries(series: XmlNode, data: XmlNode | undefined): ChartSeries {
  const dimensions = data?.children ?? [];
  const values = dimensions.find((dimension) => dimension.name === 'cx:numDim');
  const categories = dimensions.find((dimension) => dimension.name === 'cx:strDim');
  const labels = pointsOf(categories);
  const points = [...pointsOf(values)];
  return {
    name: readTitle(findNode(series, 'cx:tx')),
    categories: findNode(categories, 'cx:f')?.text ?? null,
    values: findNode(values, 'cx:f')?.text ?? null,
    points: points.map(([index, value]) => ({ label: labelAt(labels, index), value })),
    pointCount: Math.max(points.length, wholeNumber(findNode(values, 'cx:lvl')?.attributes.get('ptCount'))),
  };
}

function pointsOf(dimension: XmlNode | undefined): Map<number, string> {
  const level = findNode(dimension, 'cx:lvl');
  return new Map(
    [...findNodes(level, 'cx:pt')].map((point) => [wholeNumber(point.attributes.get('idx')), point.text]),
  );
}
