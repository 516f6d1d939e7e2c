import { type XmlNode, findNode, readXmlTree } from '../xml/xml-tree';
import { CHART_POINTS_MAX, type ChartModel } from './chart-model';
import { readClassicChart } from './classic-chart';
import { readExtendedChart } from './extended-chart';

const POINTS = new Set(['c:pt', 'cx:pt']);

/**
 * Reads a chart part: a classic chart (ECMA-376 part 1, 21.2) or a later type (`cx`, MS-ODRAWXML 2.24.3).
 * Null where the part is neither.
 */
export function readChart(xml: string): ChartModel | null {
  const space = readXmlTree(xml, 'c', {
    keep: ({ name }, parent) => !POINTS.has(name) || countOf(parent, name) < CHART_POINTS_MAX,
  });
  const classic = findNode(space, 'c:chartSpace');
  const extended = findNode(space, 'cx:chartSpace');
  if (classic !== undefined) return readClassicChart(classic);
  return extended === undefined ? null : readExtendedChart(extended);
}

function countOf(parent: XmlNode, name: string): number {
  return parent.children.reduce((count, child) => count + (child.name === name ? 1 : 0), 0);
}
