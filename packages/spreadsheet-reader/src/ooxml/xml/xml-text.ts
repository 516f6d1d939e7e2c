const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const REFERENCE = /&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|(amp|lt|gt|quot|apos));/g;
const MARKUP = /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\?[\s\S]*?\?>/g;
const ESCAPE = /_x([0-9A-Fa-f]{4})_/g;
const LONE_SURROGATE = /\p{Surrogate}/gu;
const REPLACEMENT = '\ufffd';

/**
 * Text with character references resolved; other entities cannot occur, because a document type is refused.
 */
export function resolveReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(REFERENCE, (_, hex: string | undefined, decimal: string | undefined, name: string) => {
    if (hex !== undefined) return fromCodePoint(parseInt(hex, 16));
    if (decimal !== undefined) return fromCodePoint(parseInt(decimal, 10));
    return ENTITIES[name]!;
  });
}

function fromCodePoint(point: number): string {
  const allowed = point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff);
  return allowed ? String.fromCodePoint(point) : REPLACEMENT;
}

/**
 * Character data as an XML reader reports it: line ends as LF, comments removed, CDATA unchanged, references
 * resolved.
 */
export function readCharacterData(raw: string): string {
  const text = raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw;
  if (!text.includes('<')) return resolveReferences(text);
  let out = '';
  let from = 0;
  for (const match of text.matchAll(MARKUP)) {
    out += resolveReferences(text.slice(from, match.index)) + (match[1] ?? '');
    from = match.index + match[0].length;
  }
  return out + resolveReferences(text.slice(from));
}

/**
 * Resolves `_xHHHH_`, the escapes of spreadsheets for characters that XML cannot contain (ECMA-376 part 1,
 * 22.9.2.19). Lone surrogates become U+FFFD, so that the text can be stored as UTF-8.
 */
export function resolveEscapes(text: string): string {
  if (!text.includes('_x')) return text;
  return text
    .replace(ESCAPE, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    .replace(LONE_SURROGATE, REPLACEMENT);
}
