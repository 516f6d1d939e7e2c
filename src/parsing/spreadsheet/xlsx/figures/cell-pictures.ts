import { type ZipArchive, type ZipEntry } from '../../../zip';
import { type Relationship } from '../../../ooxml/relationships';
import { findMarkedCells } from './cells-with-pictures';
import { readRichValuePictures } from './rich-value-pictures';
import { readWpsPictures } from './wps-pictures';

/** A picture that is the value of cells. */
export interface CellPicture {
  part: string;
  altText: string;
}

/**
 * One of the ways in which a cell has a picture for its value: what marks such cells, and which picture a
 * mark stands for.
 */
export interface CellPictureKind {
  mark: string;
  /** The key of the picture, in the XML of a cell from its start tag on. */
  key: RegExp;
  pictures: ReadonlyMap<string, CellPicture>;
}

/** The kinds of pictures in cells that a workbook has; none for nearly all of them. */
export function readCellPictureKinds(
  archive: ZipArchive,
  relationships: ReadonlyMap<string, Relationship>,
): CellPictureKind[] {
  const kinds = [
    {
      mark: ' vm=',
      key: /^[^>]*\svm=["'](\d{1,9})["']/,
      pictures: readRichValuePictures(archive, relationships),
    },
    {
      mark: 'DISPIMG(',
      key: /DISPIMG\((?:&quot;|")([^"&]{1,100})/,
      pictures: readWpsPictures(archive, relationships),
    },
  ];
  return kinds.filter(({ pictures }) => pictures.size > 0);
}

/** The first `picturesMax` cells of a worksheet that show a picture of a kind, in the order of the file. */
export async function findCellPictures(
  archive: ZipArchive,
  entry: ZipEntry,
  { mark, key, pictures }: CellPictureKind,
  picturesMax: number,
): Promise<{ cell: string; picture: CellPicture }[]> {
  const found = new Map<string, { cell: string; picture: CellPicture }>();
  await findMarkedCells(archive, entry, mark, (cell, xml) => {
    const picture = pictures.get(key.exec(xml)?.[1] ?? '');
    if (picture !== undefined) found.set(cell, { cell, picture });
    return found.size < picturesMax;
  });
  return [...found.values()];
}
