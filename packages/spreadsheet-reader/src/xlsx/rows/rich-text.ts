import { XML_BYTES } from '../../ooxml/xml/bytes';
import { readCharacterData, resolveEscapes } from '../../ooxml/xml/xml-text';
import { isSection, nameEnd, nextLess, sectionEnd, tagEnd } from './byte-scan';
import { isMainName, type MainNames } from './main-names';

const { SLASH } = XML_BYTES;

/**
 * Text of an `si` or `is` element, given its content: all `t` elements in order, without those of phonetic
 * runs (`rPh`), which are a reading aid.
 */
export function readRichText(names: MainNames, bytes: Buffer, from: number, to: number): string {
  let text = '';
  let phonetic = 0;
  let at = from;
  for (;;) {
    const less = nextLess(bytes, at, to);
    if (less >= to) return text;
    if (isSection(bytes, less)) {
      at = sectionEnd(bytes, less, to);
      if (at < 0) return text;
      continue;
    }
    const closing = bytes[less + 1] === SLASH;
    const nameStart = less + (closing ? 2 : 1);
    const nameStop = nameEnd(bytes, nameStart, to);
    const end = tagEnd(bytes, nameStop, to);
    if (end < 0) return text;
    at = end;
    const empty = bytes[end - 2] === SLASH;
    if (empty) continue;
    if (isMainName(names, bytes, nameStart, nameStop, 'rPh')) {
      phonetic += closing ? -1 : 1;
    } else if (!closing && isMainName(names, bytes, nameStart, nameStop, 't')) {
      at = characterDataEnd(bytes, end, to);
      if (phonetic === 0) text += readStringValue(bytes, end, at);
    }
  }
}

/** Offset of the first tag at or behind `from`, past comments and CDATA; `to` where there is none. */
export function characterDataEnd(bytes: Buffer, from: number, to: number): number {
  let at = nextLess(bytes, from, to);
  while (at < to && isSection(bytes, at)) {
    const end = sectionEnd(bytes, at, to);
    if (end < 0) return to;
    at = nextLess(bytes, end, to);
  }
  return at;
}

/** Character data as a cell's text, with references and `_xHHHH_` escapes resolved. */
export function readStringValue(bytes: Buffer, from: number, to: number): string {
  return resolveEscapes(readCharacterData(bytes.toString('utf8', from, to)));
}
