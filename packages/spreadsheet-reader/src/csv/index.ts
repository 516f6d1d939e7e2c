import { sniffBytes } from '../sniff-bytes';
import { openSourceFile, type SourceFile } from '../source/source-file';
import { SourceError } from '../source/source-error';
import { type SheetLayout, type WorkbookReader } from '../workbook-reader';
import { detectCharset, type TextCharset } from '../text/charset';
import { detectDialect, type Dialect } from './dialect';
import { readRecords, type RecordFindings } from './read-records';
import { createPieceDecoder } from '../text/text-decoder';

/**
 * Opens delimited text (CSV, TSV) as a workbook of one sheet `Sheet1`. Each field is unchanged text, a
 * leading `=` or `@` included; a row's number is that of its record, empty ones counted. Character set and
 * delimiter are detected ({@link detectCharset}, {@link detectDialect}).
 *
 * A quoted field that is never closed would contain the rest of the file. Where only its own line is left,
 * the end of the file closes it; otherwise its quote counts as a plain character, as that of a field does
 * which runs into the quote that opens a field of a later line. A warning names the record.
 *
 * Texts stay bytes until they are read; a string may share the memory of the 64 KB that it was cut from.
 */
export async function openCsv(path: string): Promise<WorkbookReader> {
  const file = openSourceFile(path);
  try {
    const charset = await detectCharset(file);
    return createCsvReader(file, charset, sniffDialect(file, charset));
  } catch (error) {
    file.close();
    throw error;
  }
}

function createCsvReader(file: SourceFile, charset: TextCharset, dialect: Dialect): WorkbookReader {
  const warnings = new Set<string>();
  if (charset.guessed)
    warnings.add(`The file does not say its character set; ${charset.charset} fits its text best.`);
  return {
    format: 'csv',
    date1904: false,
    sheets: [{ index: 0, name: 'Sheet1', state: 'visible', kind: 'worksheet' }],
    get warnings() {
      return [...warnings];
    },
    formatCode: () => 'General',
    layout: () => Promise.resolve(emptyLayout()),
    async readRows(_sheet, onRow) {
      const findings = await readRecords(file, charset, dialect, onRow);
      for (const warning of describe(findings, charset)) warnings.add(warning);
    },
    figures: () => Promise.resolve([]),
    imageBytes: () => Promise.reject(new SourceError('unsupported', 'A text file has no images.')),
    close: () => {
      file.close();
    },
  };
}

function sniffDialect(file: SourceFile, { charset, markBytes }: TextCharset): Dialect {
  const sample = Buffer.allocUnsafe(sniffBytes);
  const bytes = sample.subarray(0, file.read(sample, markBytes));
  const whole = markBytes + bytes.length >= file.byteSize;
  return detectDialect(createPieceDecoder(charset).decode(bytes, whole).toString(), whole);
}

function describe({ damaged, nulsReplaced, unclosedAt }: RecordFindings, { charset }: TextCharset): string[] {
  const warnings = unclosedAt.map((record) => `A quoted field in row ${record} is never closed.`);
  if (damaged) warnings.push(`Bytes that are not ${charset} text were replaced by U+FFFD.`);
  if (nulsReplaced) warnings.push('NUL characters were replaced by U+FFFD.');
  return warnings;
}

function emptyLayout(): SheetLayout {
  return { merges: [], hiddenColumns: [], tables: [], links: [], comments: [], complete: true };
}
