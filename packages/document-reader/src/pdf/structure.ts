import { type Pdfium, type Pointer } from './pdfium';

/** Role of a piece of marked content in the structure tree of a tagged file. */
export interface Tag {
  /**
   * Number of the paragraph, heading, list item or cell that holds the content; ascending in reading order.
   */
  block: number;
  kind:
    | 'paragraph'
    | 'heading'
    | 'list_item'
    | 'list_mark'
    | 'caption'
    | 'footnote'
    | 'code'
    | 'figure'
    | 'contents';
  /** Level of a heading, from 1, or of a list item, from 0. */
  level: number;
  /** Cell of a table; null outside tables. */
  cell: Cell | null;
}

/** Position of a cell of a tagged table; table, row and column count from 0. */
export interface Cell {
  table: number;
  row: number;
  column: number;
  header: boolean;
}

/** Tags of a page by marked content id; empty for a page without tags. */
export type PageTags = ReadonlyMap<number, Tag>;

const elementsMax = 100_000;
const depthMax = 60;
const kinds: Readonly<Record<string, Tag['kind']>> = {
  P: 'paragraph',
  Title: 'heading',
  H: 'heading',
  LI: 'list_item',
  Lbl: 'list_mark',
  Caption: 'caption',
  Note: 'footnote',
  FENote: 'footnote',
  Code: 'code',
  Figure: 'figure',
  TD: 'paragraph',
  TH: 'paragraph',
  TOCI: 'contents',
};

/** Structure types that are inline or group nothing (ISO 32000-1, 14.8.4). */
const inline = new Set([
  'Span',
  'Link',
  'Annot',
  'Quote',
  'Reference',
  'Em',
  'Strong',
  'Sub',
  'Ruby',
  'Warichu',
]);

/** Context that an element inherits from its ancestors. */
interface ElementContext {
  tag: Tag | null;
  /** Tag shared by content of one grouping element that is in no paragraph. */
  loose: { tag: Tag | null };
  lists: number;
  cell: Cell | null;
  table: number;
}

/** Reads the structure tree of a loaded page (ISO 32000-1, 14.7 and 14.8). */
export function readTags(pdfium: Pdfium, page: Pointer): PageTags {
  const tags = new Map<number, Tag>();
  const tree = pdfium.FPDF_StructTree_GetForPage(page);
  if (tree === 0) return tags;
  let elements = 0;
  let blocks = 0;
  let tables = 0;
  const rows = new Map<number, number>();
  const cells = new Map<string, number>();

  function enter(type: string, outer: ElementContext): ElementContext {
    if (type === 'L') return { ...outer, lists: outer.lists + 1 };
    if (type === 'Table') return { ...outer, table: tables++, tag: null, cell: null };
    if (type === 'TR' && outer.table >= 0) {
      rows.set(outer.table, (rows.get(outer.table) ?? -1) + 1);
      return outer;
    }
    let { cell } = outer;
    if ((type === 'TD' || type === 'TH') && outer.table >= 0) {
      const row = rows.get(outer.table) ?? 0;
      const key = `${outer.table} ${row}`;
      const column = cells.get(key) ?? 0;
      cells.set(key, column + 1);
      cell = { table: outer.table, row, column, header: type === 'TH' };
    }
    const heading = /^H([1-6])$/.exec(type);
    const kind = heading === null ? kinds[type] : 'heading';
    if (kind === undefined) return inline.has(type) ? outer : { ...outer, cell, loose: { tag: null } };
    // Content of a list item, a cell or a note belongs to it, except a list item's mark.
    const kept =
      outer.tag !== null && ['list_item', 'caption', 'footnote', 'contents'].includes(outer.tag.kind);
    if (kept && kind === 'paragraph') return { ...outer, cell };
    const block = kept && kind === 'list_mark' ? outer.tag!.block : blocks++;
    const level = kind === 'heading' ? Number(heading?.[1] ?? 1) : Math.max(0, outer.lists - 1);
    return { ...outer, cell, tag: { block, kind, level, cell } };
  }

  function looseTag({ loose, lists, cell }: ElementContext): Tag {
    loose.tag ??= { block: blocks++, kind: 'paragraph', level: Math.max(0, lists - 1), cell };
    return loose.tag;
  }

  function walk(element: Pointer, outer: ElementContext, depth: number): void {
    if (element === 0 || depth > depthMax || elements++ > elementsMax) return;
    const type = pdfium.text('utf-16le', (buffer, size) =>
      pdfium.FPDF_StructElement_GetType(element, buffer, size),
    );
    const inner = enter(type, outer);
    const count = pdfium.FPDF_StructElement_CountChildren(element);
    for (let index = 0; index < count; index++) {
      const child = pdfium.FPDF_StructElement_GetChildAtIndex(element, index);
      if (child !== 0) {
        walk(child, inner, depth + 1);
        continue;
      }
      const mark = pdfium.FPDF_StructElement_GetChildMarkedContentID(element, index);
      if (mark >= 0 && !tags.has(mark)) tags.set(mark, inner.tag ?? looseTag(inner));
    }
  }

  const count = pdfium.FPDF_StructTree_CountChildren(tree);
  for (let index = 0; index < count; index++) {
    const around: ElementContext = { tag: null, loose: { tag: null }, lists: 0, cell: null, table: -1 };
    walk(pdfium.FPDF_StructTree_GetChildAtIndex(tree, index), around, 0);
  }
  pdfium.FPDF_StructTree_Close(tree);
  return tags;
}
