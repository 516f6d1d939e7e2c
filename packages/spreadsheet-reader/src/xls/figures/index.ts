import { SourceError } from '../../source/source-error';
import { type SheetFigure } from '../../workbook-reader';
import { describeChart } from '../../ooxml/charts/chart-text';
import { memoryStream } from '../../source/byte-stream';
import { type RecordCursor } from '../record-cursor';
import { sheetReferences } from '../sheet-references';
import { type SheetScan } from '../sheet-scan';
import { type WorkbookGlobals, type XlsSheet } from '../workbook-globals';
import { readBytes } from './drawing-record';
import { listPictures, type StoredPicture } from './picture-store';
import { readChart } from './read-chart';
import { recordData } from './record-data';
import { readShapes, type Shape } from './shapes';

/** Images and charts of a workbook's sheets. */
export interface XlsFigures {
  /** Figures of a sheet that can be read; `warn` gets a sentence about the others. */
  ofSheet(sheet: XlsSheet, scan: SheetScan): SheetFigure[];
  /** Bytes of an image by the `part` of its figure; null where there is none. */
  imageBytes(part: string): Buffer | null;
}

const chartObject = 5;
const pictureObject = 8;
const figuresMax = 2_000;
const drawingBytesMax = 32 * 1024 * 1024;

/**
 * Creates the reader of a workbook's figures.
 *
 * @param warn called once for each reason why figures are left out
 */
export function createXlsFigures(
  cursor: RecordCursor,
  globals: WorkbookGlobals,
  warn: (warning: string) => void,
): XlsFigures {
  const sheets = sheetReferences(globals);
  let listed: (StoredPicture | null)[] | null = null;

  function pictures(): (StoredPicture | null)[] {
    return (listed ??= listPictures(recordData(cursor, globals.drawingGroup)));
  }

  function imageOf({ picture, name, altText, anchor }: Shape): SheetFigure | null {
    const stored = pictures()[picture - 1];
    if (!stored) return null;
    const { contentType, byteSize } = stored;
    return {
      kind: 'image',
      anchor,
      name,
      altText,
      text: '',
      image: { contentType, byteSize, part: String(picture) },
    };
  }

  function chartAt(position: number, anchor: string | null, shape?: Shape): SheetFigure {
    const chart = readChart(cursor, position, globals.text, sheets);
    const { name = '', altText = '' } = shape ?? {};
    return { kind: 'chart', anchor, name, altText, text: describeChart(chart), image: null };
  }

  function shapesOf({ drawings }: SheetScan): Shape[] {
    const stream = recordData(cursor, drawings);
    if (stream.byteSize > drawingBytesMax)
      warn('A drawing is too large; a part of its pictures was left out.');
    return readShapes(memoryStream(readBytes(stream, 0, Math.min(stream.byteSize, drawingBytesMax))));
  }

  function collect(sheet: XlsSheet, scan: SheetScan, figures: SheetFigure[]): void {
    if (sheet.kind === 'chartsheet') {
      figures.push(chartAt(sheet.position, null));
      return;
    }
    const shapes = shapesOf(scan);
    for (const shape of shapes) {
      if (shape.picture === 0 || figures.length >= figuresMax) continue;
      const image = imageOf(shape);
      if (image) figures.push(image);
      else warn('A picture is missing from the file, or only linked from it; it was left out.');
    }
    const objects = shapes.filter(({ isObject }) => isObject);
    for (const [i, { kind, chart, anchor }] of scan.objects.entries()) {
      if (kind === pictureObject && !globals.text.biff8)
        warn('Pictures of Excel 5 and 95 workbooks are not read.');
      if (kind !== chartObject || chart === null || figures.length >= figuresMax) continue;
      figures.push(chartAt(chart, objects[i]?.anchor ?? anchor, objects[i]));
    }
    if (figures.length >= figuresMax) {
      warn(`A sheet has more than ${figuresMax} pictures and charts; the others were left out.`);
    }
  }

  return {
    ofSheet(sheet, scan) {
      const figures: SheetFigure[] = [];
      try {
        collect(sheet, scan, figures);
      } catch (error) {
        // A damaged image must not cost the rows.
        if (!(error instanceof SourceError)) throw error;
        warn(`Not all pictures and charts could be read: ${error.message}`);
      }
      return figures;
    },
    imageBytes: (part) => pictures()[Number(part) - 1]?.read() ?? null,
  };
}
