import { type SheetFigure } from '../../workbook-reader';
import { type ZipArchive, type ZipEntry } from '../../zip';
import { type SheetSurroundings } from '../sheet/surroundings';
import { readPartText, readRelationships, type Relationship } from '../../ooxml/relationships';
import { type CellPictureKind, findCellPictures } from './cell-pictures';
import { readDrawing } from './drawing';
import { createFigureList, type FigureList, FIGURES_MAX } from './figure-list';
import { readOrWarn } from './damaged-part';
import { readVmlPictures } from './vml-pictures';

const UNREADABLE_DRAWING = 'A drawing could not be read; its pictures and charts were left out.';
const LINKED_PICTURE = 'A picture is only linked from the file and not part of it; it was left out.';

/** Input of a sheet's figures. */
export interface FigureSources {
  archive: ZipArchive;
  /** Archive entry of the sheet's part. */
  entry: ZipEntry;
  relationships: ReadonlyMap<string, Relationship>;
  surroundings: SheetSurroundings;
  /** Whether `surroundings` includes the XML after the rows. */
  complete: boolean;
  cellPictureKinds: readonly CellPictureKind[];
  warnings: Set<string>;
}

/**
 * Reads the images and charts of a sheet in this order: drawings, cell images, background and previews, VML
 * drawings.
 */
export async function readSheetFigures(sources: FigureSources): Promise<SheetFigure[]> {
  const list = createFigureList(sources.archive, sources.warnings);
  for (const { type, target, external } of sources.relationships.values()) {
    if (type === 'drawing' && !external) await addDrawing(sources, list, target);
  }
  await addCellPictures(sources, list);
  await addSheetPictures(sources, list);
  for (const [id, { type, target, external }] of sources.relationships) {
    if (type === 'vmlDrawing' && !external) {
      await addVmlDrawing(sources, list, target, id === sources.surroundings.headerFooterDrawing);
    }
  }
  return list.figures;
}

async function addDrawing(
  { archive, warnings }: FigureSources,
  list: FigureList,
  part: string,
): Promise<void> {
  const xml = readPartText(archive, part);
  const objects = xml === null ? null : readOrWarn(warnings, UNREADABLE_DRAWING, () => readDrawing(xml));
  const relationships = readRelationships(archive, part);
  for (const { kind, relationshipId, anchor, name, altText } of objects ?? []) {
    const relationship = relationships.get(relationshipId ?? '');
    if (relationship === undefined || relationship.external) warnings.add(LINKED_PICTURE);
    else if (kind === 'chart') list.addChart(relationship.target, { anchor, name, altText });
    else await list.addImage(relationship.target, { anchor, name, altText });
  }
}

async function addCellPictures(sources: FigureSources, list: FigureList): Promise<void> {
  for (const kind of sources.cellPictureKinds) {
    for (const { cell, picture } of await findCellPictures(
      sources.archive,
      sources.entry,
      kind,
      FIGURES_MAX,
    )) {
      await list.addImage(picture.part, {
        anchor: cell,
        name: 'picture in a cell',
        altText: picture.altText,
      });
    }
  }
}

/**
 * Adds the images that the sheet's part names. Where the part was not read to its end, the images are known,
 * but not their roles.
 */
async function addSheetPictures(
  { relationships, surroundings, complete }: FigureSources,
  list: FigureList,
): Promise<void> {
  for (const { relationshipId, role, anchor } of surroundings.pictures) {
    const relationship = relationships.get(relationshipId);
    if (relationship?.type !== 'image' || relationship.external) continue;
    const name = role === 'background' ? 'background of the sheet' : 'preview of an embedded document';
    await list.addImage(relationship.target, { anchor, name, altText: '' });
  }
  if (complete) return;
  for (const { type, target, external } of relationships.values()) {
    if (type === 'image' && !external)
      await list.addImage(target, { anchor: null, name: 'picture of the sheet', altText: '' });
  }
}

async function addVmlDrawing(
  { archive, warnings }: FigureSources,
  list: FigureList,
  part: string,
  isHeaderFooter: boolean,
): Promise<void> {
  const xml = readPartText(archive, part);
  const pictures = xml === null ? null : readOrWarn(warnings, UNREADABLE_DRAWING, () => readVmlPictures(xml));
  const relationships = readRelationships(archive, part);
  for (const { relationshipId, role, title, anchor } of pictures ?? []) {
    const relationship = relationships.get(relationshipId);
    if (relationship === undefined || relationship.external) continue;
    if (isHeaderFooter) {
      await list.addImage(relationship.target, {
        anchor: null,
        name: 'picture of the header or footer',
        altText: title,
      });
    } else if (role === 'note') {
      await list.addImage(relationship.target, { anchor, name: 'picture in a note', altText: title });
    } else if (!list.hasImage(relationship.target)) {
      // The preview of an embedded document is in the sheet's part as well.
      await list.addImage(relationship.target, {
        anchor,
        name: 'preview of an embedded document',
        altText: title,
      });
    }
  }
}
