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
    [...findNodes(findNode(root, 'chartData'), 'data')].map((node) => [
      node.attributes.get('id') ?? '',
      node,
    ]),
  );
  const chart = findNode(root, 'chart');
  const plot = findNode(chart, 'plotArea');
  const series = [...findNodes(findNode(plot, 'plotAreaRegion'), 'series')];
  return {
    types: [...new Set(series.map((one) => TYPES.get(one.attributes.get('layoutId') ?? '') ?? 'chart'))],
    title: readTitle(findNode(chart, 'title')),
    axes: (plot?.children ?? [])
      .filter((child) => child.name === 'axis')
      .map((axis) => readTitle(findNode(axis, 'title')))
      .filter((title) => title !== null),
    series: series.map((one) =>
      readSeries(one, data.get(findNode(one, 'dataId')?.attributes.get('val') ?? '')),
    ),
  };
}

function readSeries(series: XmlNode, data: XmlNode | undefined): ChartSeries {
  const dimensions = data?.children ?? [];
  const values = dimensions.find((dimension) => dimension.name === 'numDim');
  const categories = dimensions.find((dimension) => dimension.name === 'strDim');
  const labels = pointsOf(categories);
  const points = [...pointsOf(values)];
  return {
    name: readTitle(findNode(series, 'tx')),
    categories: findNode(categories, 'f')?.text ?? null,
    values: findNode(values, 'f')?.text ?? null,
    points: points.map(([index, value]) => ({ label: labelAt(labels, index), value })),
    pointCount: Math.max(points.length, wholeNumber(findNode(values, 'lvl')?.attributes.get('ptCount'))),
  };
}

function pointsOf(dimension: XmlNode | undefined): Map<number, string> {
  const level = findNode(dimension, 'lvl');
  return new Map(
    [...findNodes(level, 'pt')].map((point) => [wholeNumber(point.attributes.get('idx')), point.text]),
  );
}
