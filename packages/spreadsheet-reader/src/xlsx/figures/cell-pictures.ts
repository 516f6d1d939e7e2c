import { type ZipArchive, type ZipEntry } from '../../zip';
import { type Relationship } from '../../ooxml/relationships';
import { findMarkedCells } from './cells-with-pictures';
import { readRichValuePictures } from './rich-value-pictures';
import { readWpsPictures } from './wps-pictures';

/** An image that is the value of cells. */
export interface CellPicture {
  part: string;
  altText: string;
}

/** A form of cell images: the mark of such cells, and the image by its key. */
export interface CellPictureKind {
  mark: string;
  /** Pattern of the image's key in the XML of a cell, from its start tag on. */
  key: RegExp;
  pictures: ReadonlyMap<string, CellPicture>;
}

/** Reads the forms of cell images in a workbook; nearly all workbooks have none. */
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

/** Finds the first `picturesMax` cells of a worksheet with a cell image of one form, in file order. */
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
