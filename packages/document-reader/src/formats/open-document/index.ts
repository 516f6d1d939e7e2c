import { openZip, readPartText, type ZipArchive } from 'spreadsheet-reader/toolkit';
import { type Box, placeless } from '../../block';
import { type BlockSink, type FormatParser } from '../../block-sink';
import { DocumentError } from '../../document-error';
import { elementsOf, findAll, readElements, textOf, type XmlElement } from '../office/element';
import { createOpenBlocks, type OpenBlocks, openUnits } from './open-blocks';
import { type OpenStyles, pointsOf, readOpenStyles, readPageSize } from './styles';

/** Size of a slide of 28 × 21 cm in points, where the file declares none. */
const defaultSize = { width: 794, height: 595 };
const heads: Readonly<Record<string, 'page_header' | 'page_footer'>> = {
  'style:header': 'page_header',
  'style:header-left': 'page_header',
  'style:header-first': 'page_header',
  'style:footer': 'page_footer',
  'style:footer-left': 'page_footer',
  'style:footer-first': 'page_footer',
};
/** Classes of shapes of a slide that say nothing about it. */
const fields = new Set(['date-time', 'page-number', 'header', 'page']);
const shapes = [
  'draw:frame',
  'draw:custom-shape',
  'draw:rect',
  'draw:ellipse',
  'draw:g',
  'draw:line',
  'draw:connector',
  'draw:polygon',
  'draw:path',
  'draw:caption',
];

/** Open file of an OpenDocument package. */
interface OpenPackage {
  content: string;
  /** The part `styles.xml`; '' where there is none. */
  stylePart: string;
  styles: OpenStyles;
  blocks: OpenBlocks;
  title: string | null;
}

/** Parser of OpenDocument texts (ODT), with their running heads at the end. */
export const parseOpenText: FormatParser = ({ path }, sink) =>
  withPackage(path, sink, ({ content, stylePart, styles, blocks, title }) => {
    readElements(content, 'office', openUnits, (element) => {
      blocks.read(element, { page: null, box: null });
    });
    readRunningHeads(stylePart, blocks, sink);
    return { title, language: styles.language, pageCount: null };
  });

/** Parser of OpenDocument presentations (ODP): a page for each slide, its title first, its notes last. */
export const parseOpenSlides: FormatParser = ({ path }, sink) =>
  withPackage(path, sink, ({ content, stylePart, styles, blocks, title }) => {
    const size = (stylePart === '' ? null : readPageSize(stylePart)) ?? defaultSize;
    let page = 0;
    readElements(content, 'office', new Set(['draw:page']), (slide) => {
      readSlide(slide, page, size, blocks, sink);
      sink.page({ page: page++, ...size, ocr: false });
    });
    return { title, language: styles.language, pageCount: page };
  });

async function withPackage<T>(path: string, sink: BlockSink, read: (file: OpenPackage) => T): Promise<T> {
  const archive = openZip(path);
  try {
    archive.warnings.forEach(sink.warn);
    if (/<(?:\w+:)?encryption-data[\s>]/.test(readPartText(archive, 'META-INF/manifest.xml') ?? ''))
      throw new DocumentError('encrypted', 'The file is protected by a password. Remove it and try again.');
    const content = readPartText(archive, 'content.xml');
    if (content === null)
      throw new DocumentError('corrupt', 'The file is damaged: its main part is missing.');
    const stylePart = readPartText(archive, 'styles.xml') ?? '';
    const styles = readOpenStyles([stylePart, content].filter((part) => part !== ''));
    const blocks = createOpenBlocks(archive, styles, sink);
    return await Promise.resolve(read({ content, stylePart, styles, blocks, title: readTitle(archive) }));
  } finally {
    archive.close();
  }
}

function readTitle(archive: ZipArchive): string | null {
  const meta = readPartText(archive, 'meta.xml');
  let title: string | null = null;
  if (meta !== null)
    readElements(meta, 'office', new Set(['dc:title']), (element) => {
      title ??= textOf(element).trim() || null;
    });
  return title;
}

/** Writes headers and footers of pages; those that layouts share are written once. */
function readRunningHeads(stylePart: string, blocks: OpenBlocks, sink: BlockSink): void {
  const seen = new Set<string>();
  if (stylePart === '') return;
  readElements(stylePart, 'office', new Set(Object.keys(heads)), (element) => {
    const kind = heads[element.name]!;
    const text = blocks.textWithin(element).trim();
    const key = `${kind} ${text}`;
    if (text === '' || seen.has(key)) return;
    seen.add(key);
    sink.block({ ...placeless, kind, text });
  });
}

function readSlide(
  slide: XmlElement,
  page: number,
  size: { width: number; height: number },
  blocks: OpenBlocks,
  sink: BlockSink,
): void {
  sink.block({ ...placeless, page, kind: 'break' });
  const own = elementsOf(slide).filter(
    (shape) => shapes.includes(shape.name) && shape.attributes.get('presentation:placeholder') !== 'true',
  );
  const isTitle = (shape: XmlElement) => shape.attributes.get('presentation:class') === 'title';
  for (const shape of [...own.filter(isTitle), ...own.filter((other) => !isTitle(other))]) {
    const role = shape.attributes.get('presentation:class') ?? '';
    if (fields.has(role)) continue;
    const place = { page, box: boxOf(shape, size) };
    const text = isTitle(shape) || role === 'footer' ? blocks.textWithin(shape).trim() : '';
    if (isTitle(shape) && text !== '')
      sink.block({ ...placeless, ...place, kind: 'heading', level: 1, text });
    else if (role === 'footer') {
      if (text !== '') sink.block({ ...placeless, ...place, kind: 'page_footer', text });
    } else blocks.read(shape, place);
  }
  for (const notes of findAll(slide, 'presentation:notes'))
    for (const frame of findAll(notes, 'draw:frame'))
      if (frame.attributes.get('presentation:class') === 'notes') blocks.read(frame, { page, box: null });
  for (const comment of findAll(slide, 'office:annotation')) blocks.read(comment, { page, box: null });
}

/** Box of a shape in fractions of its slide; null where the shape does not say, or is turned. */
function boxOf(shape: XmlElement, size: { width: number; height: number }): Box | null {
  const [x, y, width, height] = ['svg:x', 'svg:y', 'svg:width', 'svg:height'].map((name) =>
    pointsOf(shape.attributes.get(name)),
  );
  if (x == null || y == null || width == null || height == null) return null;
  const within = (value: number) => Math.min(Math.max(value, 0), 1);
  const left = within(x / size.width);
  const top = within(y / size.height);
  return {
    left,
    top,
    width: within((x + width) / size.width) - left,
    height: within((y + height) / size.height) - top,
  };
}
