import { createUtf8Converter } from '../ooxml/xml/xml-encoding';
import { findPart, readPartText, readPicture } from '../ooxml/relationships';
import { type SourceFile } from '../source/source-file';
import { SourceError } from '../source/source-error';
import { type WorkbookReader } from '../workbook-reader';
import { createFigureList } from '../xlsx/figures/figure-list';
import { defaultXlsxLimits, type XlsxLimits } from '../xlsx/limits';
import { openZip, type ZipArchive, type ZipEntry } from '../zip';
import { type ContentScan, createContentScan } from './content-scan';
import { createRowReader } from './read-rows';
import { createOdsStyles } from './styles';
import { surveyContent } from './survey';

const pieceBytes = 1024 * 1024;
const UNREAD_OBJECTS = 'Charts of OpenDocument spreadsheets are not read.';

/**
 * Opens an OpenDocument spreadsheet (ODS, OTS), by path or from a source file, which it closes. A row or cell
 * that the file repeats is one for each time. Charts, and tables that are declared, are not read.
 *
 * @throws SourceError `encrypted`, `corrupt`, `too_large`; errors of the file system unchanged
 */
export async function openOds(
  source: string | SourceFile,
  limits: XlsxLimits = defaultXlsxLimits,
): Promise<WorkbookReader> {
  const archive = openZip(source, limits.zip);
  try {
    return await createReader(archive, limits);
  } catch (error) {
    archive.close();
    throw error;
  }
}

async function createReader(archive: ZipArchive, limits: XlsxLimits): Promise<WorkbookReader> {
  if (/<(?:\w+:)?encryption-data[\s>]/.test(readPartText(archive, 'META-INF/manifest.xml') ?? ''))
    throw new SourceError('encrypted', 'The workbook is protected by a password. Remove it and try again.');
  const content = partOf(archive, 'content.xml', limits);
  if (content === null) throw new SourceError('corrupt', 'The file is damaged: its main part is missing.');
  const styles = createOdsStyles();
  const named = partOf(archive, 'styles.xml', limits);
  if (named !== null) {
    const scan = createContentScan({
      get wantsText() {
        return styles.wantsText;
      },
      open: styles.open,
      text: styles.text,
      close(name) {
        styles.close(name);
        return true;
      },
    });
    await named.pass(scan);
  }
  const sheets = await surveyContent(styles, (scan) => content.pass(scan));
  const warnings = new Set(archive.warnings);

  return {
    format: 'ods',
    date1904: false,
    sheets: sheets.map(({ info }) => info),
    get warnings() {
      return [...warnings];
    },
    formatCode: styles.formatCode,
    layout: ({ index }) => Promise.resolve(sheets[index]!.layout),
    async readRows({ index }, onRow) {
      const { place } = sheets[index]!;
      const rowLimits = { cellsMax: limits.cellsPerSheetMax, textCharsMax: limits.sheetTextCharsMax };
      const handler = createRowReader(place.depth - 1, { styles, limits: rowLimits, onRow });
      await content.pass(createContentScan(handler, place), place.offset);
    },
    async figures({ index }) {
      const list = createFigureList(archive, warnings);
      for (const { frame, anchor } of sheets[index]!.frames) {
        const part = frame.picture?.replace(/^\.\//, '') ?? null;
        if (part === null || part.startsWith('ObjectReplacements/')) warnings.add(UNREAD_OBJECTS);
        else if (!/^[a-z]+:/i.test(part)) {
          const { name, altText } = frame;
          await list.addImage(part, { anchor, name, altText });
        }
      }
      return list.figures;
    },
    imageBytes: (figure) => readPicture(archive, figure),
    close: () => {
      archive.close();
    },
  };
}

/** A part that is scanned several times. */
interface ScannedPart {
  /** Passes the part to a scan, from an offset on, until the scan ends. */
  pass(scan: ContentScan, from?: number): Promise<void>;
}

/**
 * A part by its name, null where the archive lacks it. A small one stays in memory; a larger one is inflated
 * anew each time.
 */
function partOf(archive: ZipArchive, name: string, { zip }: XlsxLimits): ScannedPart | null {
  const entry = findPart(archive, name);
  if (entry === undefined) return null;
  let kept: Buffer | null = null;
  return {
    async pass(scan, from = 0) {
      if (entry.byteSize > zip.wholeEntryBytesMax) {
        await passStreamed(archive, entry, scan, from);
        return;
      }
      kept ??= utf8Of(archive.read(entry));
      for (let at = from; at < kept.length; at += pieceBytes)
        if (!scan.write(kept.subarray(at, at + pieceBytes))) return;
    },
  };
}

async function passStreamed(
  archive: ZipArchive,
  entry: ZipEntry,
  scan: ContentScan,
  from: number,
): Promise<void> {
  let converter: ReturnType<typeof createUtf8Converter> | undefined;
  let skip = from;
  await archive.stream(entry, (bytes) => {
    if (converter === undefined) converter = createUtf8Converter(bytes);
    const text = converter?.convert(bytes) ?? bytes;
    const skipped = Math.min(skip, text.length);
    skip -= skipped;
    return skipped === text.length || scan.write(text.subarray(skipped));
  });
}

function utf8Of(bytes: Buffer): Buffer {
  return createUtf8Converter(bytes)?.convert(bytes) ?? bytes;
}
