import { type CellPosition, cellName, rangeName } from '../cell-range';
import { COLUMNS_MAX } from '../limits';
import {
  findNode,
  findNodes,
  prefixedAttribute,
  readXmlTree,
  type XmlNode,
} from '../../../ooxml/xml/xml-tree';
import { wholeNumber } from '../../../ooxml/xml/xml-values';

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

/**
 * Reads a drawing part (ECMA-376 part 1, 20.5): anchors of all kinds, groups, and the readable one of
 * alternatives.
 */
export function readDrawing(xml: string): DrawnObject[] {
  const root = readXmlTree(xml).children[0];
  return anchorsOf(root).flatMap((anchor) => objectsIn(anchor, anchorName(anchor)));
}

/** Reads the objects of a part that lists them without anchors. */
export function readDrawnObjects(xml: string): DrawnObject[] {
  return (readXmlTree(xml).children[0]?.children ?? []).flatMap((item) => objectsIn(item, null));
}

function anchorsOf(root: XmlNode | undefined): XmlNode[] {
  return (root?.children ?? []).flatMap((child) => {
    if (child.name.endsWith('Anchor')) return [child];
    return child.name === 'AlternateContent' ? anchorsOf(findNode(child, 'Choice')) : [];
  });
}

function anchorName(anchor: XmlNode): string | null {
  const from = corner(findNode(anchor, 'from'));
  const to = corner(findNode(anchor, 'to'));
  if (from === null) return null;
  return to === null ? cellName(from) : rangeName(from, to);
}

function corner(node: XmlNode | undefined): CellPosition | null {
  if (node === undefined) return null;
  const column = wholeNumber(findNode(node, 'col')?.text);
  return { column: Math.min(column, COLUMNS_MAX - 1), row: wholeNumber(findNode(node, 'row')?.text) + 1 };
}

function objectsIn(parent: XmlNode, anchor: string | null): DrawnObject[] {
  return parent.children.flatMap((child) => {
    switch (child.name) {
      case 'AlternateContent':
        return (
          child.children.map((option) => objectsIn(option, anchor)).find((objects) => objects.length > 0) ??
          []
        );
      case 'grpSp':
        return objectsIn(child, anchor);
      case 'pic':
      case 'sp':
        return pictureIn(child, anchor);
      case 'graphicFrame':
        return chartsIn(child, anchor);
      default:
        return [];
    }
  });
}

/** Reads a picture, or a shape with an image as its fill. */
function pictureIn(shape: XmlNode, anchor: string | null): DrawnObject[] {
  const [blip] = findNodes(shape, 'blip');
  if (blip === undefined) return [];
  const [vector] = findNodes(shape, 'svgBlip');
  const relationshipId = prefixedAttribute(blip, 'embed') ?? prefixedAttribute(vector, 'embed');
  return [{ kind: 'picture', anchor, ...namesOf(shape), relationshipId }];
}

function chartsIn(frame: XmlNode, anchor: string | null): DrawnObject[] {
  return [...findNodes(frame, 'chart')].map((chart) => ({
    kind: 'chart',
    anchor,
    ...namesOf(frame),
    relationshipId: prefixedAttribute(chart, 'id'),
  }));
}

function namesOf(node: XmlNode): { name: string; altText: string } {
  const [properties] = findNodes(node, 'cNvPr');
  const attribute = (name: string) => properties?.attributes.get(name);
  return { name: attribute('name') ?? '', altText: attribute('descr') ?? attribute('title') ?? '' };
}
