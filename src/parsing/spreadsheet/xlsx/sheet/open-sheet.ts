import { type SheetInfo } from '../../workbook-reader';
import { type ZipArchive, type ZipEntry } from '../../../zip';
import { findPart, readRelationships, type Relationship } from '../../../ooxml/relationships';
import { openSheetSource, type SheetSource } from './sheet-source';
import { readSurroundings, type SheetSurroundings } from './surroundings';

/**
 * A sheet whose part was opened: its layout, rows and figures come from here, and the part is read once for
 * all.
 */
export interface OpenSheet {
  index: number;
  /** Undefined where the file does not have the part. */
  entry: ZipEntry | undefined;
  relationships: ReadonlyMap<string, Relationship>;
  surroundings: SheetSurroundings;
  /** Whether `surroundings` has seen what is behind the rows. */
  complete: boolean;
  /** Null for sheets that have no rows, and once {@link rowsRead}. */
  source: SheetSource | null;
  rowsRead: boolean;
}

/** Opens the part of a sheet. Of sheets that are no worksheets only what is drawn on them counts. */
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
    surroundings: readSurroundings(...(source?.surroundings ?? [])),
    complete: source?.complete ?? true,
    source,
    rowsRead: false,
  };
}
