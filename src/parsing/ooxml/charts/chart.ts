import { type XmlNode, findNode, readXmlTree } from '../xml/xml-tree';
import { CHART_POINTS_MAX, type ChartModel } from './chart-model';
import { readClassicChart } from './classic-chart';
import { readExtendedChart } from './extended-chart';

/**
 * Reads a chart part: a classic chart (ECMA-376 part 1, 21.2) or a later type (`cx`, MS-ODRAWXML 2.24.3).
 * Null where the part is neither.
 */
export function readChart(xml: string): ChartModel | null {
  const space = readXmlTree(
    xml,
    (tag, parent) => tag.name !== 'pt' || countOf(parent, 'pt') < CHART_POINTS_MAX,
  );
  const root = findNode(space, 'chartSpace');
  if (root === undefined) return null;
  return findNode(root, 'chartData') === undefined ? readClassicChart(root) : readExtendedChart(root);
}

function countOf(parent: XmlNode, name: string): number {
  return parent.children.reduce((count, child) => count + (child.name === name ? 1 : 0), 0);
}
