import { openCompoundFile, openSourceFile } from 'spreadsheet-reader/toolkit';
import { type Box, placeless } from '../../block';
import { type BlockSink, type FormatParser } from '../../block-sink';
import { readSummaryTitle } from '../office/summary-title';
import { boxOf, type SlideSize } from '../slides/placeholder';
import { openPptFile, type PptFile } from './ppt-file';
import { type PptRecord, recordIn, recordsOf, RecordType } from './records';
import { Placeholder, type PptShape, readShapes } from './shapes';
import { isBody, isTitle, type PptText, readTexts, TextType } from './texts';

/** Units of a slide in a point: it is measured in 1/576 inch. */
const unitsPerPoint = 8;
/** Size of a 4:3 slide, where the file declares none. */
const defaultSize: SlideSize = { width: 5_760, height: 4_320 };
const slidesMax = 10_000;
const lists = { slides: 0, notes: 2 } as const;
const titles: ReadonlySet<number> = new Set([
  Placeholder.title,
  Placeholder.centerTitle,
  Placeholder.verticalTitle,
]);
/** Placeholders without content: date and number of the slide. */
const fields: ReadonlySet<number> = new Set([Placeholder.date, Placeholder.slideNumber]);

/** A slide or its notes in the lists of the presentation. */
interface ListedSlide {
  object: number;
  id: number;
  texts: PptText[];
}

/**
 * Parser of PowerPoint presentations of 97 to 2003 ([MS-PPT]): one page per slide, in slide order, each
 * followed by its notes; all but pictures and charts.
 */
export const parsePpt: FormatParser = async ({ path }, sink) => {
  const source = openSourceFile(path);
  try {
    const container = openCompoundFile(source);
    const file = openPptFile(container);
    const size = slideSize(file);
    const listed = listSlides(file, lists.slides);
    const notes = new Map(listSlides(file, lists.notes).map((one) => [one.id, one]));
    const slides = listed.slice(0, slidesMax);
    if (slides.length < listed.length) sink.warn(`Slides behind the first ${slidesMax} were left out.`);
    sink.pagesTotal?.(slides.length);
    for (const [page, slide] of slides.entries()) {
      readSlide(file, { slide, notes, page, size }, sink);
      sink.page({
        page,
        width: size.width / unitsPerPoint,
        height: size.height / unitsPerPoint,
        ocr: false,
      });
    }
    return await Promise.resolve({
      title: readSummaryTitle(container),
      language: null,
      pageCount: slides.length,
    });
  } finally {
    source.close();
  }
};

function slideSize({ document }: PptFile): SlideSize {
  const atom = recordIn(document.bytes, RecordType.documentAtom)?.bytes;
  if (atom === undefined || atom.length < 8) return defaultSize;
  const [width, height] = [atom.readInt32LE(0), atom.readInt32LE(4)];
  return width > 0 && height > 0 ? { width, height } : defaultSize;
}

/** Slides, or notes, in the order of the presentation, with the texts of its outline. */
function listSlides({ document }: PptFile, list: number): ListedSlide[] {
  const slides: { head: Buffer; records: PptRecord[] }[] = [];
  for (const { type, instance, bytes } of recordsOf(document.bytes)) {
    if (type !== RecordType.slideList || instance !== list) continue;
    for (const record of recordsOf(bytes)) {
      if (record.type !== RecordType.slidePersist) slides.at(-1)?.records.push(record);
      else if (record.bytes.length >= 16) slides.push({ head: record.bytes, records: [] });
    }
  }
  return slides.map(({ head, records }) => ({
    object: head.readUInt32LE(0),
    id: head.readUInt32LE(12),
    texts: readTexts(records),
  }));
}

function readSlide(
  file: PptFile,
  {
    slide,
    notes,
    page,
    size,
  }: { slide: ListedSlide; notes: ReadonlyMap<number, ListedSlide>; page: number; size: SlideSize },
  sink: BlockSink,
): void {
  sink.block({ ...placeless, page, kind: 'break' });
  const record = file.object(slide.object);
  if (record?.type !== RecordType.slide) {
    sink.warn('A slide is missing in the file.');
    return;
  }
  const shapes = readShapes(record.bytes, slide.texts, sink.warn);
  const title = shapes.find(isTitleShape);
  const ordered = title === undefined ? shapes : [title, ...shapes.filter((shape) => shape !== title)];
  for (const shape of ordered) writeShape(shape, page, boxOf(shape.frame, size), sink);
  const atom = recordIn(record.bytes, RecordType.slideAtom)?.bytes;
  const note = atom === undefined || atom.length < 20 ? undefined : notes.get(atom.readUInt32LE(16));
  if (note !== undefined) readNotes(file, note, page, sink);
}

function isTitleShape(shape: PptShape): boolean {
  return shape.kind === 'text' && (titles.has(shape.placeholder) || isTitle(shape.text));
}

function writeShape(shape: PptShape, page: number, box: Box | null, sink: BlockSink): void {
  const place = { ...placeless, page, box };
  if (shape.kind === 'table') {
    sink.block({ ...place, kind: 'table', rows: shape.rows, headerRows: 0 });
    return;
  }
  if (fields.has(shape.placeholder)) return;
  const paragraphs = shape.text.paragraphs.filter(({ text }) => text !== '');
  if (isTitleShape(shape)) {
    const text = paragraphs.map((paragraph) => paragraph.text).join('\n');
    if (text !== '') sink.block({ ...place, kind: 'heading', level: 1, text });
    return;
  }
  // Only the first paragraph has the box, so that a shape is one region.
  let boxLeft = box;
  for (const { text, level, bullet } of paragraphs) {
    const at = { ...place, box: boxLeft };
    boxLeft = null;
    const isItem = bullet ?? (isBody(shape.text) && paragraphs.length > 1);
    if (shape.placeholder === Placeholder.footer) sink.block({ ...at, kind: 'page_footer', text });
    else if (shape.placeholder === Placeholder.header) sink.block({ ...at, kind: 'page_header', text });
    else if (isItem) sink.block({ ...at, kind: 'list_item', level, text, mark: '-' });
    else sink.block({ ...at, kind: 'paragraph', text });
  }
}

function readNotes(file: PptFile, { object, texts }: ListedSlide, page: number, sink: BlockSink): void {
  const record = file.object(object);
  if (record?.type !== RecordType.notes) return;
  for (const shape of readShapes(record.bytes, texts, sink.warn)) {
    if (shape.kind !== 'text') continue;
    if (shape.placeholder !== Placeholder.notesBody && shape.text.type !== TextType.notes) continue;
    for (const { text, level, bullet } of shape.text.paragraphs) {
      if (text === '') continue;
      if (bullet === true) sink.block({ ...placeless, page, kind: 'list_item', level, text, mark: '-' });
      else sink.block({ ...placeless, page, kind: 'paragraph', text });
    }
  }
}
