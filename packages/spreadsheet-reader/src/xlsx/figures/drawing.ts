import { type CellPosition, cellName, rangeName } from '../cell-range';
import { COLUMNS_MAX } from '../limits';
import { findNode, findNodes, readXmlTree, type XmlNode } from '../../ooxml/xml/xml-tree';
import { wholeNumber } from '../../ooxml/xml/xml-values';

/** An image or chart that a drawing places; its content is in another part. */
export interface DrawnObject {
  kind: 'picture' | 'chart';
  /** A1 cell or range, null for an absolute position. Members of a group have the group's. */
  anchor: string | null;
  name: string;
  altText: string;
  /** Undefined for an image that is only linked from outside the file. */
  relationshipId: string | undefined;
}

const ANCHOR = /^xdr:\w+Anchor$/;
const ALTERNATIVES = 'mc:AlternateContent';

/**
 * Reads a drawing part (ECMA-376 part 1, 20.5): anchors of all kinds, groups, and the first of alternatives
 * with an image or a chart.
 */
export function readDrawing(xml: string): DrawnObject[] {
  return anchoredIn(rootOf(xml));
}

/** Reads the objects of a part that lists them without anchors. */
export function readDrawnObjects(xml: string): DrawnObject[] {
  return (rootOf(xml)?.children ?? []).flatMap((item) => objectsIn(item, null));
}

function rootOf(xml: string): XmlNode | undefined {
  return readXmlTree(xml, 'xdr', { allAlternatives: true }).children[0];
}

function anchoredIn(parent: XmlNode | undefined): DrawnObject[] {
  return (parent?.children ?? []).flatMap((child) => {
    if (ANCHOR.test(child.name)) return objectsIn(child, anchorName(child));
    return child.name === ALTERNATIVES ? firstDrawn(child, anchoredIn) : [];
  });
}

function firstDrawn(alternatives: XmlNode, read: (option: XmlNode) => DrawnObject[]): DrawnObject[] {
  return alternatives.children.map(read).find((objects) => objects.length > 0) ?? [];
}

function anchorName(anchor: XmlNode): string | null {
  const from = corner(findNode(anchor, 'xdr:from'));
  const to = corner(findNode(anchor, 'xdr:to'));
  if (from === null) return null;
  return to === null ? cellName(from) : rangeName(from, to);
}

function corner(node: XmlNode | undefined): CellPosition | null {
  if (node === undefined) return null;
  const column = wholeNumber(findNode(node, 'xdr:col')?.text);
  return { column: Math.min(column, COLUMNS_MAX - 1), row: wholeNumber(findNode(node, 'xdr:row')?.text) + 1 };
}

function objectsIn(parent: XmlNode, anchor: string | null): DrawnObject[] {
  return parent.children.flatMap((child) => {
    switch (child.name) {
      case ALTERNATIVES:
        return firstDrawn(child, (option) => objectsIn(option, anchor));
      case 'xdr:grpSp':
        return objectsIn(child, anchor);
      case 'xdr:pic':
      case 'xdr:sp':
        return pictureIn(child, anchor);
      case 'xdr:graphicFrame':
        return chartsIn(child, anchor);
      default:
        return [];
    }
  });
}

/** Reads a picture, or a shape with an image as its fill. */
function pictureIn(shape: XmlNode, anchor: string | null): DrawnObject[] {
  const [blip] = findNodes(shape, 'a:blip');
  if (blip === undefined) return [];
  const [vector] = findNodes(shape, 'asvg:svgBlip');
  const relationshipId = blip.attributes.get('r:embed') ?? vector?.attributes.get('r:embed');
  return [{ kind: 'picture', anchor, ...namesOf(shape), relationshipId }];
}

function chartsIn(frame: XmlNode, anchor: string | null): DrawnObject[] {
  return [...findNodes(frame, 'c:chart'), ...findNodes(frame, 'cx:chart')].map((chart) => ({
    kind: 'chart',
    anchor,
    ...namesOf(frame),
    relationshipId: chart.attributes.get('r:id'),
  }));
}

function namesOf(node: XmlNode): { name: string; altText: string } {
  const [properties] = findNodes(node, 'xdr:cNvPr');
  const attribute = (name: string) => properties?.attributes.get(name);
  return { name: attribute('name') ?? '', altText: attribute('descr') ?? attribute('title') ?? '' };
}
