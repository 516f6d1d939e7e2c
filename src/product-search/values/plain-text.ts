import { decodeHTML } from 'entities';

/** A tag, a comment or a declaration begins like this. */
const markup = /<(?:\/?[a-z][a-z0-9]*(?=[\s/>])|!--|!doctype\s)/giu;
const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/i;
/** Tags within words: all others part words. */
const INLINE = new Set('a abbr b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup tt u var wbr'.split(' ')); // prettier-ignore
/** Elements of HTML that part words. Any other name in angle brackets is text, such as `<Router>`. */
const BLOCKS = new Set(
  (
    'address article aside audio base blockquote body br button canvas caption center col colgroup dd details dialog ' +
    'dir div dl dt embed fieldset figcaption figure footer form frame h1 h2 h3 h4 h5 h6 head header hgroup hr html ' +
    'iframe img input label legend li link main map menu meta nav noscript object ol optgroup option p param picture ' +
    'pre section select source style script summary svg path table tbody td template textarea tfoot th thead ' +
    'title tr track ul video'
  ).split(' '),
);
/** Elements whose content is no text. */
const SILENT = new Set(['script', 'style', 'template', 'head']);

/**
 * The text that HTML shows: tags go, entities are decoded. Text without markup stays as it is, so that
 * `a < b & c` does. Runs in time linear in the text, however its tags are nested.
 */
export function plainText(text: string): string {
  const hasTags = text.includes('<');
  if (!hasTags && !text.includes('&')) return text;
  const bare = hasTags ? withoutTags(text) : text;
  return entity.test(bare) ? decodeHTML(bare) : bare;
}

function withoutTags(text: string): string {
  let plain = '';
  let at = 0;
  // One look for an end that is missing: the time stays linear.
  const unclosed = new Set<string>();
  markup.lastIndex = 0;
  for (let match = markup.exec(text); match !== null; match = markup.exec(text)) {
    const name = match[0].slice(1).toLowerCase();
    const element = name.replace('/', '');
    const isInline = INLINE.has(element);
    if (!name.startsWith('!') && !isInline && !BLOCKS.has(element)) continue;
    const isComment = name.startsWith('!--');
    const end = text.indexOf(isComment ? '-->' : '>', markup.lastIndex);
    // A tag that never ends is text, and so is what looks like one behind it.
    if (end < 0) break;
    let next = end + (isComment ? 3 : 1);
    if (SILENT.has(name) && !unclosed.has(name)) {
      const close = endOfElement(text, name, next);
      if (close === null) unclosed.add(name);
      else next = close;
    }
    plain += `${text.slice(at, match.index)}${isInline ? '' : ' '}`;
    at = next;
    markup.lastIndex = next;
  }
  return at === 0 ? text : `${plain}${text.slice(at)}`.replace(/[^\S\n]{2,}/g, ' ').trim();
}

/** Place behind the end of an element; null for one that is not closed. */
function endOfElement(text: string, name: string, from: number): number | null {
  const end = new RegExp(`</${name}\\s{0,8}>`, 'gi');
  end.lastIndex = from;
  return end.exec(text) === null ? null : end.lastIndex;
}
