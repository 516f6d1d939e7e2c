import { type SheetInfo } from '../../workbook-reader';
import { type ZipArchive, type ZipEntry } from '../../zip';
import { findPart, readRelationships, type Relationship } from '../../ooxml/relationships';
import { type SheetSource } from './sheet-source';
import { noSurroundings, type SheetSurroundings } from './surroundings';

/** An opened sheet, which gives layout, rows and figures; its part is read once for all of them. */
export interface OpenSheet {
  index: number;
  /** Archive entry of the part; undefined where the file lacks it. */
  entry: ZipEntry | undefined;
  relationships: ReadonlyMap<string, Relationship>;
  surroundings: SheetSurroundings;
  /** Whether `surroundings` includes what comes after the rows. */
  complete: boolean;
  /** Source of the rows; null for sheets without rows, and after {@link rowsRead}. */
  source: SheetSource | null;
  rowsRead: boolean;
}

/**
 * Opens the part of a sheet. Sheets that are not worksheets have figures only.
 *
 * @param openSource opens the rows of a worksheet's part
 */
export async function openSheet(
  archive: ZipArchive,
  sheet: SheetInfo,
  part: string,
  openSource: (entry: ZipEntry) => Promise<SheetSource>,
): Promise<OpenSheet> {
  const entry = findPart(archive, part);
  const source = entry === undefined || sheet.kind !== 'worksheet' ? null : await openSource(entry);
  return {
    index: sheet.index,
    entry,
    relationships: readRelationships(archive, part),
    surroundings: source?.surroundings ?? noSurroundings(),
    complete: source?.complete ?? true,
    source,
    rowsRead: false,
  };
}
