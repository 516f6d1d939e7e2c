import { type ContentsEntry, pageOrder } from './leaders';

/** Neighbouring blocks that may be one table of contents. */
export interface ContentsRun {
  /** Ordinals of the first and the last block. */
  readonly first: number;
  last: number;
  /** True where the file itself declares a table of contents. */
  declared: boolean;
  /** True below a heading that announces a table of contents. */
  headed: boolean;
  /** Titles that a later block repeats, as the heading of its section does. */
  confirmed: number;
  /** True while most entries are written without leaders. */
  readonly bare: boolean;
  add(entry: ContentsEntry): void;
  /**
   * Whether it is one. Prices and lines of forms are written with leaders as well, so that leaders alone
   * decide nothing: the pages have to ascend, and a heading, the titles or the number of pages to agree.
   *
   * @param pageCount pages of the document, null in formats without pages
   */
  isContents(pageCount: number | null): boolean;
}

/** Entries that are enough below a heading, with confirmed titles, and by their pages alone. */
const entriesMin = { headed: 2, confirmed: 3, paged: 5 } as const;
const confirmedMin = 2;
const confirmedShareMin = 0.3;
/** Greatest share of entries whose page is before that of the entry above, as in a list of figures behind. */
const descentShareMax = 0.2;

/** Creates a run without entries that begins with the block of the ordinal `first`. */
export function createContentsRun(first: number): ContentsRun {
  let entries = 0;
  let leaders = 0;
  let descents = 0;
  let lastPage = 0;
  let before: ReturnType<typeof pageOrder> | null = null;
  const run: ContentsRun = {
    first,
    last: first,
    declared: false,
    headed: false,
    confirmed: 0,
    get bare() {
      return leaders * 2 < entries;
    },
    add({ page, bare }) {
      entries++;
      if (!bare) leaders++;
      const order = pageOrder(page);
      if (before?.group === order.group && order.value < before.value) descents++;
      before = order;
      if (order.group === 'page') lastPage = Math.max(lastPage, order.value);
    },
    isContents(pageCount) {
      if (run.declared) return true;
      if (descents > (entries - 1) * descentShareMax) return false;
      if (run.headed && !run.bare && entries >= entriesMin.headed) return true;
      const confirmed = run.confirmed >= Math.max(confirmedMin, entries * confirmedShareMin);
      if (confirmed && entries >= entriesMin.confirmed) return true;
      const paged = pageCount !== null && lastPage <= pageCount && entries >= entriesMin.paged;
      return paged && (run.headed || !run.bare);
    },
  };
  return run;
}
