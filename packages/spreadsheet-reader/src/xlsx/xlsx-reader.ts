import { type SourceFile } from '../source/source-file';
import { type WorkbookReader } from '../workbook-reader';
import { openZip, type ZipArchive } from '../zip';
import { readCellPictureKinds } from './figures/cell-pictures';
import { readSheetFigures } from './figures/sheet-figures';
import { defaultXlsxLimits, type XlsxLimits } from './limits';
import { binaryForm } from './binary/binary-form';
import { type PartForm, xmlForm } from './part-form';
import { createTextCache } from '../text-cache';
import { readPersons } from './sheet/comments';
import { buildLayout } from './sheet/layout';
import { openSheet, type OpenSheet } from './sheet/open-sheet';
import { loadSharedStrings } from './workbook/load-shared-strings';
import { once } from '../once';
import { readPicture, readRelatedText, relatedPart } from '../ooxml/relationships';
import { findWorkbookPart } from './workbook/workbook-part';

const MISSING_SHEET = 'A sheet has no part in the file; it was left empty.';
const DANGLING_STRINGS = 'Some cells point to texts that the file does not have; they were left out.';
const DROPPED_SURROUNDINGS =
  'A sheet has more merged ranges or links than are kept; the others were left out.';

/**
 * Opens an XLSX or XLSM workbook (ECMA-376, transitional or strict), or an XLSB workbook, whose main part is
 * binary, by path or from a source file, which it closes. Faults of the file are `SourceError`s; those of the
 * disk pass through.
 */
export function openXlsx(
  source: string | SourceFile,
  limits: XlsxLimits = defaultXlsxLimits,
): Promise<WorkbookReader> {
  return new Promise((resolve) => {
    const archive = openZip(source, limits.zip);
    try {
      const part = findWorkbookPart(archive);
      const form = part.toLowerCase().endsWith('.bin') ? binaryForm : xmlForm;
      resolve(createReader(archive, { part, form, limits }));
    } catch (error) {
      archive.close();
      throw error;
    }
  });
}

function createReader(
  archive: ZipArchive,
  { part, form, limits }: { part: string; form: PartForm; limits: XlsxLimits },
): WorkbookReader {
  const workbook = form.readWorkbook(archive, part, limits.sheetsMax);
  const warnings = new Set([...archive.warnings, ...workbook.warnings]);
  const textCache = createTextCache();
  const strings = once(() =>
    loadSharedStrings(
      archive,
      relatedPart(workbook.relationships, 'sharedStrings'),
      limits,
      form.createStringFeed,
    ),
  );
  const persons = once(() => readPersons(readRelatedText(archive, workbook.relationships, 'person') ?? ''));
  const cellPictureKinds = once(() =>
    form.xmlCells ? readCellPictureKinds(archive, workbook.relationships) : [],
  );
  let current: OpenSheet | null = null;

  /** The last sheet stays open, because its layout, rows and figures are requested in turn. */
  async function open(index: number): Promise<OpenSheet> {
    if (current?.index === index) return current;
    current = null;
    current = await openSheet(archive, workbook.sheets[index]!, workbook.sheetParts[index]!, (entry) =>
      form.openSheetSource(archive, entry, limits),
    );
    if (current.entry === undefined) warnings.add(MISSING_SHEET);
    if (!current.surroundings.whole) warnings.add(DROPPED_SURROUNDINGS);
    return current;
  }

  return {
    format: form.format,
    date1904: workbook.date1904,
    sheets: workbook.sheets,
    get warnings() {
      return [...warnings];
    },
    formatCode: (style) => workbook.styles.formatCode(style),
    async layout(sheet) {
      const { relationships, surroundings, complete } = await open(sheet.index);
      return buildLayout({ archive, relationships, surroundings, complete, persons: persons() }, form);
    },
    async readRows(sheet, onRow) {
      if (current?.rowsRead === true) current = null;
      const opened = await open(sheet.index);
      const { source } = opened;
      if (source === null) return;
      // A part in memory is released once its rows were read; a second reading opens it again.
      opened.source = null;
      opened.rowsRead = true;
      const parser = form.createRowParser({
        strings: await strings(),
        dateStyles: workbook.styles.dateStyles,
        date1904: workbook.date1904,
        cellsMax: limits.cellsPerSheetMax,
        cellBytesMax: limits.cellBytesMax,
        textCharsMax: limits.sheetTextCharsMax,
        textCache,
        onRow,
      });
      await source.passRows(parser);
      if (parser.danglingStrings > 0) warnings.add(DANGLING_STRINGS);
    },
    async figures(sheet) {
      const { entry, relationships, surroundings, complete } = await open(sheet.index);
      if (entry === undefined) return [];
      return readSheetFigures({
        archive,
        entry,
        relationships,
        surroundings,
        complete,
        cellPictureKinds: cellPictureKinds(),
        warnings,
      });
    },
    imageBytes: (figure) => readPicture(archive, figure),
    close: () => {
      archive.close();
    },
  };
}
