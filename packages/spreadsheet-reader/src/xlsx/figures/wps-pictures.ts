import { type ZipArchive } from '../../zip';
import { readPartText, readRelationships, relatedPart, type Relationship } from '../../ooxml/relationships';
import { type CellPicture } from './cell-pictures';
import { readDrawnObjects } from './drawing';

/** Reads the cell images of WPS Office, by the name in a cell's `DISPIMG` formula. */
export function readWpsPictures(
  archive: ZipArchive,
  workbookRelationships: ReadonlyMap<string, Relationship>,
): Map<string, CellPicture> {
  const pictures = new Map<string, CellPicture>();
  const part = relatedPart(workbookRelationships, 'cellImage');
  const xml = part === undefined ? null : readPartText(archive, part);
  if (part === undefined || xml === null) return pictures;
  const relationships = readRelationships(archive, part);
  for (const { name, altText, relationshipId } of readDrawnObjects(xml)) {
    const relationship = relationships.get(relationshipId ?? '');
    if (relationship === undefined || relationship.external) continue;
    pictures.set(name, { part: relationship.target, altText });
  }
  return pictures;
}
