import { type Block, placeless } from '../../block';
import { figureIdOf } from '../../block-sink';
import { BLOCKS, boilerplateKind, isHidden, LEFT_OPEN, LISTS, SKIPPED, VOID } from './elements';
import { type HtmlHandler, readHtml } from './html-events';
import { createMainContent } from './main-content';
import { createTableFrame, type TableFrame } from './table-frame';
import { createTextRun } from './text-run';

/** Metadata of a page. */
export interface PageFacts {
  title: string | null;
  language: string | null;
}

export interface HtmlReading {
  block: (block: Block) => void;
  /**
   * Returns the figure id of an image by its address, and writes its crop where there is one; by default the
   * id is made of the address.
   */
  picture?: (source: string) => string;
}

interface OpenElement {
  name: string;
  boilerplate: 'page_header' | 'page_footer' | null;
  list: { ordered: boolean; next: number } | null;
  table: TableFrame | null;
  layout: boolean;
  /** Whether it stands in something hidden, and in the main part. */
  hidden: boolean;
  main: boolean;
}

const iconPixelsMax = 24;
/** Levels that an end tag searches for its element. */
const reachMax = 2_000;

/**
 * Turns a page into blocks: its text in the order of the source, as headings, paragraphs, lists, tables and
 * code.
 */
export function readHtmlBlocks(html: string, { block, picture }: HtmlReading): PageFacts {
  const stack: OpenElement[] = [];
  /** Number of open elements by name. */
  const open = new Map<string, number>();
  const run = createTextRun();
  const facts: PageFacts = { title: null, language: null };
  let skipping: { name: string; depth: number } | null = null;
  const figures: Block[] = [];
  let item: { level: number; mark: string } | null = null;
  let list: OpenElement['list'] = null;
  let lists = 0;
  let tables: TableFrame[] = [];
  let boilerplate: OpenElement['boilerplate'] = null;
  let hidden = false;
  let main = false;
  const content = createMainContent(html, block);

  const isOpen = (name: string) => (open.get(name) ?? 0) > 0;

  function emit(next: Block): void {
    const frame = tables.at(-1);
    if (frame) frame.add(next);
    else content.add(next, main);
  }

  function flush(): void {
    if (!run.empty) {
      const preformatted = isOpen('pre');
      const text = run.take(preformatted);
      if (text !== '') emit(blockOf(text, preformatted));
    }
    for (const figure of figures.splice(0)) emit(figure);
  }

  function blockOf(text: string, preformatted: boolean): Block {
    if (boilerplate !== null) return { ...placeless, kind: boilerplate, text };
    if (preformatted) return { ...placeless, kind: 'code', text };
    if (isOpen('figcaption') || (isOpen('caption') && tables.length > 0)) {
      return { ...placeless, kind: 'caption', text };
    }
    const level = [1, 2, 3, 4, 5, 6].find((n) => isOpen(`h${n}`));
    if (level !== undefined) return { ...placeless, kind: 'heading', level, text };
    if (item !== null) {
      const { mark } = item;
      // Only the first paragraph of an item has the mark.
      item.mark = '';
      return { ...placeless, kind: 'list_item', level: item.level, text, mark };
    }
    return { ...placeless, kind: 'paragraph', text };
  }

  function push(name: string, attributes: ReadonlyMap<string, string>): void {
    const element: OpenElement = {
      name,
      boilerplate,
      list,
      table: null,
      layout: /^(?:presentation|none)$/.test(attributes.get('role') ?? ''),
      hidden,
      main,
    };
    if (LISTS.has(name)) {
      lists++;
      list = { ordered: name === 'ol', next: Number.parseInt(attributes.get('start') ?? '1', 10) || 1 };
    }
    if (name === 'table') {
      element.table = createTableFrame();
      tables.push(element.table);
    }
    boilerplate ??= boilerplateKind(name, attributes.get('role'), isOpen);
    hidden ||= LEFT_OPEN.has(name) && isHidden(name, attributes);
    main ||= name === 'main' || attributes.get('role') === 'main';
    stack.push(element);
    open.set(name, (open.get(name) ?? 0) + 1);
  }

  function pop(): void {
    const element = stack.pop()!;
    if (BLOCKS.has(element.name)) flush();
    open.set(element.name, open.get(element.name)! - 1);
    if (LISTS.has(element.name)) {
      lists--;
      list = element.list;
    }
    if (LISTS.has(element.name) || element.name === 'li' || element.name === 'dd' || element.name === 'dt') {
      item = null;
    }
    boilerplate = element.boilerplate;
    hidden = element.hidden;
    if (element.table !== null) {
      tables.pop();
      for (const inner of element.table.finish(element.layout)) emit(inBoilerplate(inner));
    }
    main = element.main;
  }

  function inBoilerplate(inner: Block): Block {
    if (boilerplate === null || inner.kind !== 'table') return inner;
    return { ...placeless, kind: boilerplate, text: inner.rows.map((row) => row.join(' ')).join('\n') };
  }

  /**
   * Closes the nearest open element with one of these names and all elements in it, but none outside an
   * element named in `until`.
   */
  function closeOpen(names: readonly string[], until: readonly string[]): void {
    if (!names.some(isOpen)) return;
    const lowest = Math.max(0, stack.length - reachMax);
    let at = stack.length - 1;
    while (at >= lowest && !names.includes(stack[at]!.name) && !until.includes(stack[at]!.name)) at--;
    if (at < lowest || !names.includes(stack[at]!.name)) return;
    while (stack.length > at) pop();
  }

  function openItem(name: string): void {
    const marked = name === 'li' && list !== null;
    const mark = !marked ? '' : list!.ordered ? `${list!.next++}.` : '-';
    item = { level: Math.max(0, lists - 1) + (name === 'dd' ? 1 : 0), mark };
  }

  function openImage(attributes: ReadonlyMap<string, string>): void {
    const source = attributes.get('src') ?? attributes.get('data-src') ?? '';
    const alt = (attributes.get('alt') ?? attributes.get('title') ?? '').replace(/\s+/g, ' ').trim();
    const size = Number.parseInt(attributes.get('width') ?? '', 10);
    if (source === '' || size <= iconPixelsMax) return;
    if (boilerplate !== null || hidden) return;
    const figureId = picture?.(source) ?? figureIdOf(null, source);
    figures.push({ ...placeless, kind: 'figure', figureId, text: alt });
  }

  const handler: HtmlHandler = {
    open(name, attributes) {
      if (skipping !== null) {
        if (name === skipping.name) skipping.depth++;
        return;
      }
      if (name === 'html') facts.language ??= attributes.get('lang') ?? attributes.get('xml:lang') ?? null;
      if (!VOID.has(name) && (SKIPPED.has(name) || (!LEFT_OPEN.has(name) && isHidden(name, attributes)))) {
        if (BLOCKS.has(name)) flush();
        skipping = { name, depth: 1 };
        return;
      }
      if (name === 'br') run.lineBreak();
      if (name === 'img') openImage(attributes);
      if (BLOCKS.has(name)) flush();
      if (VOID.has(name)) return;
      if (name === 'li') closeOpen(['li'], ['ul', 'ol', 'menu', 'dir']);
      if (name === 'dt' || name === 'dd') closeOpen(['dt', 'dd'], ['dl']);
      if (name === 'tr') closeOpen(['tr'], ['table']);
      if (name === 'td' || name === 'th') closeOpen(['td', 'th'], ['tr', 'table']);
      if (RUBY.has(name)) closeOpen(['rt', 'rp'], ['ruby']);
      if (name === 'p' || (hidden && BLOCKS.has(name)))
        closeOpen(['p'], ['td', 'th', 'li', 'div', 'table', 'section', 'article', 'blockquote']);
      const isAround = hidden;
      push(name, attributes);
      const frame = tables.at(-1);
      if (name === 'tr' && !hidden) frame?.openRow(isOpen('thead'));
      // A hidden cell keeps its place in a row.
      if ((name === 'td' || name === 'th') && !isAround) {
        frame?.openCell(name === 'th', span(attributes.get('colspan')), span(attributes.get('rowspan')));
      }
      if (!hidden && (name === 'li' || name === 'dt' || name === 'dd')) openItem(name);
    },
    close(name) {
      if (skipping !== null) {
        if (name === skipping.name && --skipping.depth === 0) skipping = null;
        return;
      }
      if (name === 'br' || name === 'p') {
        // Both end tags break the line or paragraph, even without a start tag.
        if (name === 'br') run.lineBreak();
        else flush();
      }
      if (!isOpen(name)) return;
      // An end tag within a cell does not close elements outside it.
      closeOpen([name], name === 'table' ? [] : INNER.has(name) ? ['table'] : ['td', 'th']);
    },
    text(text) {
      if (skipping !== null || hidden) return;
      // Ruby annotations repeat the characters as they are pronounced.
      if (isOpen('ruby') && (isOpen('rt') || isOpen('rp'))) return;
      if (isOpen('title') && !isOpen('body')) {
        facts.title = ((facts.title ?? '') + text).replace(/\s+/g, ' ').trimStart();
        return;
      }
      if (isOpen('table') && tables.at(-1)?.inCell === false && !isOpen('caption') && text.trim() === '')
        return;
      run.add(text, isOpen('pre') || isOpen('textarea'));
    },
  };

  readHtml(html, handler);
  while (stack.length > 0) pop();
  flush();
  tables = [];
  content.finish();
  return { title: orNull(facts.title), language: orNull(facts.language) };
}

const RUBY = new Set(['rt', 'rp', 'rb', 'rtc']);
const INNER = new Set(['tr', 'td', 'th', 'tbody', 'thead', 'tfoot', 'caption']);

function orNull(text: string | null): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}

function span(value: string | undefined): number {
  const count = Number.parseInt(value ?? '1', 10);
  return Number.isFinite(count) && count > 0 ? Math.min(count, 1_000) : 1;
}
