const vocabulary = 'urn:schemas-microsoft-com:office:spreadsheet';
const dataTag = /<(\/?)(?:[\w-]+:)?Data(?=[\s/>])[^<>]*>/g;
const lineBreak = /<(?:[\w-]+:)?br\s*\/?>/gi;
const tags = /<[^<>]*>/g;

/**
 * SpreadsheetML 2003 with the rich text of its cells made plain. SheetJS keeps nothing of such a cell but what stands in its
 * last `Font` element.
 */
export function withPlainData(markup: string): string {
  if (!markup.includes(vocabulary)) return markup;
  const parts: string[] = [];
  let from = 0;
  let open: number | null = null;
  for (const { 0: tag, 1: slash, index } of markup.matchAll(dataTag)) {
    const end = index + tag.length;
    if (slash === '') {
      if (!tag.endsWith('/>')) open ??= end;
      continue;
    }
    if (open !== null) {
      parts.push(markup.slice(from, open), plainText(markup.slice(open, index)));
      from = index;
    }
    open = null;
  }
  parts.push(markup.slice(from));
  return parts.join('');
}

function plainText(content: string): string {
  if (!content.includes('<') || content.includes('<!')) return content;
  return content.replace(lineBreak, '&#10;').replace(tags, '');
}
