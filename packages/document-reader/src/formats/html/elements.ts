/**
 * Elements whose content is not text of the page: scripts, styles, fallbacks for missing scripts, choices of
 * a form.
 */
export const SKIPPED = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'svg',
  'iframe',
  'object',
  'audio',
  'video',
  'canvas',
  'select',
  'datalist',
]);

/** Void elements, which have no end tag. */
export const VOID = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);

/** Block elements: a line ends before and after them. */
export const BLOCKS = new Set(
  (
    'address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li main menu nav ol optgroup option p pre search section summary ' +
    'table tbody td tfoot th thead title tr ul caption'
  ).split(' '),
);

export const LISTS = new Set(['ul', 'ol', 'menu', 'dir', 'dl']);

/** Sectioning elements; a header or footer in one of them is not the page's. */
const SECTIONS = new Set(['article', 'section', 'main', 'aside', 'blockquote', 'figure', 'td']);

/**
 * Boilerplate kind of an element and its content: page header (navigation included), page footer, or null for
 * content.
 *
 * @param within whether an element of this name is open
 */
export function boilerplateKind(
  name: string,
  role: string | undefined,
  within: (name: string) => boolean,
): 'page_header' | 'page_footer' | null {
  const inSection = () => [...SECTIONS].some(within);
  if (name === 'nav' || role === 'navigation') return 'page_header';
  if (role === 'banner' || (name === 'header' && !inSection())) return 'page_header';
  if (role === 'contentinfo' || (name === 'footer' && !inSection())) return 'page_footer';
  return null;
}

/** Elements that scripts of a page unhide at once, and row groups, which pages leave open. */
const NEVER_HIDDEN = new Set('html body tbody thead tfoot'.split(' '));
/** Elements that pages leave open: their end follows from what comes next. */
export const LEFT_OPEN = new Set('p li dt dd tr td th'.split(' '));

const HIDING_STYLE =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|mso-hide\s*:\s*all)/i;

/** Whether an element and its content are hidden. */
export function isHidden(name: string, attributes: ReadonlyMap<string, string>): boolean {
  if (NEVER_HIDDEN.has(name)) return false;
  if (attributes.has('hidden') && attributes.get('hidden') !== 'until-found') return true;
  if (attributes.has('popover') || (name === 'dialog' && !attributes.has('open'))) return true;
  return HIDING_STYLE.test(attributes.get('style') ?? '');
}
