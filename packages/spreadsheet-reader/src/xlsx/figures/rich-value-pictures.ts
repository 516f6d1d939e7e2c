import { type ZipArchive } from '../../zip';
import {
  readRelatedText,
  readRelationships,
  relatedPart,
  type Relationship,
} from '../../ooxml/relationships';
import { findNode, findNodes, readXmlTree, type XmlNode } from '../../ooxml/xml/xml-tree';
import { type Vocabulary } from '../../ooxml/xml/namespaces';
import { type CellPicture } from './cell-pictures';

const PICTURE_KEY = '_rvRel:LocalImageIdentifier';
const ALT_TEXT_KEY = 'Text';

/**
 * Reads Excel's cell images by the number in a cell's `vm` attribute (MS-XLSX 2.3.6.1). The path to an image:
 * value metadata, rich value, its structure with the field of the image, relationship, part.
 */
export function readRichValuePictures(
  archive: ZipArchive,
  workbookRelationships: ReadonlyMap<string, Relationship>,
): Map<string, CellPicture> {
  const pictures = new Map<string, CellPicture>();
  const relationPart = relatedPart(workbookRelationships, 'richValueRel');
  if (relationPart === undefined) return pictures;
  const root = (type: string, main: Vocabulary): XmlNode | undefined => {
    const xml = readRelatedText(archive, workbookRelationships, type);
    return xml === null ? undefined : readXmlTree(xml, main).children[0];
  };
  const relations = root('richValueRel', 'xlrel')?.children ?? [];
  const values = root('rdRichValue', 'xlrd')?.children ?? [];
  const structures = root('rdRichValueStructure', 'xlrd')?.children ?? [];
  const targets = readRelationships(archive, relationPart);
  for (const [place, index] of richValuesOf(root('sheetMetadata', 'x')).entries()) {
    const value = index === null ? undefined : values[index];
    const keys = structures[Number(value?.attributes.get('s'))]?.children ?? [];
    const field = (key: string) =>
      value?.children[keys.findIndex((one) => one.attributes.get('n') === key)]?.text;
    const target = targets.get(relations[Number(field(PICTURE_KEY))]?.attributes.get('r:id') ?? '');
    if (target === undefined || target.external) continue;
    pictures.set(String(place + 1), { part: target.target, altText: field(ALT_TEXT_KEY) ?? '' });
  }
  return pictures;
}

/** Index of the rich value for each block of value metadata, null for blocks without one. */
function richValuesOf(metadata: XmlNode | undefined): (number | null)[] {
  const rich = metadata?.children.find(
    (child) => child.name === 'x:futureMetadata' && child.attributes.get('name') === 'XLRICHVALUE',
  );
  return (findNode(metadata, 'x:valueMetadata')?.children ?? []).map((block) => {
    const place = Number(findNode(block, 'x:rc')?.attributes.get('v'));
    const [reference] = findNodes(rich?.children[place], 'xlrd:rvb');
    const index = reference?.attributes.get('i');
    return index === undefined ? null : Number(index);
  });
}
