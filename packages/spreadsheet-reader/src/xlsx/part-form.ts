import { type ZipArchive, type ZipEntry } from '../zip';
import { type XlsxLimits } from './limits';
import { readNotes } from './sheet/comments';
import { readDeclaredTable } from './sheet/declared-tables';
import { type LayoutParts } from './sheet/layout';
import { openSheetSource, type SheetSource } from './sheet/sheet-source';
import { createRowParser, type RowParser } from './rows/row-parser';
import { type RowContext } from './rows/row-scan';
import { decodeXml } from '../ooxml/xml/xml-encoding';
import { createXmlStringFeed, type SharedStringFeed } from './workbook/load-shared-strings';
import { readWorkbookPart, type WorkbookPart } from './workbook/workbook-part';

/** Form of the parts of a workbook: XML, or records. Drawings, charts and relationships are XML in both. */
export interface PartForm extends LayoutParts {
  format: 'xlsx' | 'xlsb';
  /** Whether the cells of a sheet are XML, in which pictures in cells are found. */
  xmlCells: boolean;
  readWorkbook(archive: ZipArchive, part: string, sheetsMax: number): WorkbookPart;
  createStringFeed: SharedStringFeed;
  openSheetSource(archive: ZipArchive, entry: ZipEntry, limits: XlsxLimits): Promise<SheetSource>;
  createRowParser(context: RowContext): RowParser;
}

export const xmlForm: PartForm = {
  format: 'xlsx',
  xmlCells: true,
  readWorkbook: readWorkbookPart,
  createStringFeed: createXmlStringFeed,
  openSheetSource: (archive, entry, limits) => openSheetSource(archive, entry, limits.sheetInMemoryBytesMax),
  createRowParser,
  table: (part) => readDeclaredTable(decodeXml(part)),
  notes: (part) => readNotes(decodeXml(part)),
};
