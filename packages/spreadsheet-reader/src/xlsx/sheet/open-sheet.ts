import { type SheetInfo } from '../../workbook-reader';
import { type ZipArchive, type ZipEntry } from '../../zip';
import { findPart, readRelationships, type Relationship } from '../../ooxml/relationships';
import { openSheetSource, type SheetSource } from './sheet-source';
import { readSurroundings, type SheetSurroundings } from './surroundings';

/** An opened sheet, which gives layout, rows and figures; its part is read once for all of them. */
export interface OpenSheet {
  index: number;
  /** Archive entry of the part; undefined where the file lacks it. */
  entry: ZipEntry | undefined;
  relationships: ReadonlyMap<string, Relationship>;
  surroundings: SheetSurroundings;
  /** Whether `surroundings` includes the XML after the rows. */
  complete: boolean;
  /** Source of the rows; null for sheets without rows, and after {@link rowsRead}. */
  source: SheetSource | null;
  rowsRead: boolean;
}

/** Opens the part of a sheet. Sheets that are not worksheets have figures only. */
export async function openSheet(
  archive: ZipArchive,
  sheet: SheetInfo,
  part: string,
  inMemoryBytesMax: number,
): Promise<OpenSheet> {
  const entry = findPart(archive, part);
  const source =
    entry === undefined || sheet.kind !== 'worksheet'
      ? null
      : await openSheetSource(archive, entry, inMemoryBytesMax);
  return {
    index: sheet.index,
    entry,
    relationships: readRelationships(archive, part),
    surroundings: readSurroundings(source?.surroundings ?? ''),
    complete: source?.complete ?? true,
    source,
    rowsRead: false,
  };
}
