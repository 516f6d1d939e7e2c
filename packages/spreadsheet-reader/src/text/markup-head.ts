const HTML_START = new Set(
  'html head meta title style link script body table thead tbody tr td th div p font center b span h1 h2 h3'.split(
    ' ',
  ),
);
const prologueCharsMax = 16 * 1024;

/**
 * Distinguishes SpreadsheetML 2003 (`legacy`) and HTML pages with a table (`page`), which spreadsheet programs
 * open as a workbook, from other markup (null) and from text that only begins like it.
 *
 * @param whole whether the text is the whole file; a page may have its table further back
 */
export function sniffMarkup(text: string, whole: boolean): 'legacy' | 'page' | 'text' | null {
  const start = text.slice(0, prologueCharsMax).trimStart();
  const first = /^<[?!]/.test(start) ? skipPrologue(start) : start;
  if (first === '') return whole ? null : 'legacy';
  const root = /^<([A-Za-z][\w:.-]*)[\s/>]/.exec(first)?.[1];
  if (root === undefined) return 'text';
  const name = root.toLowerCase().replace(/^[\w.-]+:/, '');
  if (name === 'workbook') return 'legacy';
  if (HTML_START.has(name)) return !whole || /<table[\s>]/i.test(text) ? 'page' : null;
  return start.startsWith('<?xml') || text.includes(`</${root}`) ? null : 'text';
}

/** Text behind XML and document type declarations and comments, '' where they do not end within the head. */
function skipPrologue(start: string): string {
  let rest = start;
  while (/^<[?!]/.test(rest)) {
    const end = rest.startsWith('<!--') ? '-->' : '>';
    const close = rest.indexOf(end);
    if (close < 0) return '';
    rest = rest.slice(close + end.length).trimStart();
  }
  return rest;
}
