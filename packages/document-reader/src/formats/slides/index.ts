import { openZip, readRelationships, relatedPart } from 'spreadsheet-reader/toolkit';
import { placeless } from '../../block';
import { type BlockSink, type FormatParser } from '../../block-sink';
import { DocumentError } from '../../document-error';
import { readTitle } from '../office/core-properties';
import { attribute, elementAt, findAll, readElements, textOf } from '../office/element';
import { type OfficePart, openPart } from '../office/office-part';
import { placeholderFrames, placeholderOf, type SlideSize } from './placeholder';
import { readSlide } from './slide-blocks';
import { readTextBody } from './text-body';

const emuPerPoint = 12_700;
/** Size of a 4:3 slide, where the file declares none. */
const defaultSize: SlideSize = { width: 9_144_000, height: 6_858_000 };

/**
 * Parser of PowerPoint presentations (PPTX, PPTM): one page per slide, in slide order, each followed by its
 * notes and comments.
 */
export const parseSlides: FormatParser = async ({ path }, sink) => {
  const archive = openZip(path);
  try {
    archive.warnings.forEach(sink.warn);
    const main = relatedPart(readRelationships(archive, ''), 'officeDocument') ?? 'ppt/presentation.xml';
    const part = openPart(archive, main, sink);
    if (part === null) throw new DocumentError('corrupt', 'The file is damaged: its main part is missing.');
    const { slides, size } = readPresentation(part);
    sink.pagesTotal?.(slides.length);
    for (const [page, name] of slides.entries()) {
      const slide = part.open(name);
      if (slide === null) sink.warn('A slide is missing in the file.');
      else readSlidePage(slide, page, size, sink);
      sink.page({ page, width: size.width / emuPerPoint, height: size.height / emuPerPoint, ocr: false });
    }
    return await Promise.resolve({
      title: readTitle(archive),
      language: null,
      pageCount: slides.length,
    });
  } finally {
    archive.close();
  }
};

function readPresentation(part: OfficePart): { slides: string[]; size: SlideSize } {
  const slides: string[] = [];
  let size = defaultSize;
  readElements(part.xml, 'p', new Set(['p:sldId', 'p:sldSz']), (element) => {
    if (element.name === 'p:sldId') {
      const target = part.target(element.attributes.get('r:id'));
      if (target !== null) slides.push(target);
      return;
    }
    const width = Number.parseInt(attribute(element, 'cx') ?? '', 10);
    const height = Number.parseInt(attribute(element, 'cy') ?? '', 10);
    if (width > 0 && height > 0) size = { width, height };
  });
  return { slides, size };
}

function readSlidePage(slide: OfficePart, page: number, size: SlideSize, sink: BlockSink): void {
  const [layoutName] = slide.related('slideLayout');
  const layout = layoutName === undefined ? null : slide.open(layoutName);
  const [masterName] = layout?.related('slideMaster') ?? [];
  const inLayout = placeholderFrames(layout);
  const inMaster = placeholderFrames(masterName === undefined ? null : slide.open(masterName));
  sink.block({ ...placeless, page, kind: 'break' });
  readSlide(slide, { page, size, layoutFrame: (ph) => inLayout(ph) ?? inMaster(ph) }, sink.block);
  for (const name of slide.related('notesSlide')) {
    const notes = slide.open(name);
    if (notes !== null) readNotes(notes, page, sink);
  }
  for (const name of slide.related('comments')) {
    const comments = slide.open(name);
    if (comments !== null) readComments(comments, page, sink);
  }
}

function readNotes(notes: OfficePart, page: number, sink: BlockSink): void {
  readElements(notes.xml, 'p', new Set(['p:sp']), (shape) => {
    if (placeholderOf(shape)?.type !== 'body') return;
    for (const { text, level, mark } of readTextBody(elementAt(shape, 'p:txBody'))) {
      if (mark === undefined || mark === null) sink.block({ ...placeless, page, kind: 'paragraph', text });
      else sink.block({ ...placeless, page, kind: 'list_item', level, text, mark });
    }
  });
}

/** Writes comments and replies of both forms: plain text, or, since 2021, a text body. */
function readComments(comments: OfficePart, page: number, sink: BlockSink): void {
  readElements(comments.xml, 'p', new Set(['p:cm', 'p188:cm']), (comment) => {
    for (const body of findAll(comment, 'p:text', 'p188:txBody')) {
      const text =
        body.name === 'p:text'
          ? textOf(body)
          : readTextBody(body)
              .map((line) => line.text)
              .join('\n');
      sink.block({ ...placeless, page, kind: 'footnote', text });
    }
  });
}
