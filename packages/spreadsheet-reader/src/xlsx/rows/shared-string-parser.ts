import { XML_BYTES } from '../../ooxml/xml/bytes';
import { unexpectedEnd } from '../../ooxml/xml/xml-error';
import { type ByteFeed, createByteFeed } from './byte-feed';
import { isSection, nameEnd, nextLess, sectionEnd, tagEnd } from './byte-scan';
import { closingTag, isMainName, type MainNames, rootNames } from './main-names';
import { readRichText } from './rich-text';
import { type StringArena } from '../../string-arena';

const { AMPERSAND, GREATER, LESS, LOWER_I, LOWER_S, LOWER_T, LOWER_X, RETURN, SLASH, UNDERSCORE } = XML_BYTES;

/** Bytes of `</t></si>`. */
const SIMPLE_CLOSING_BYTES = 9;

/**
 * Creates a parser that fills an arena from the shared strings part. The counts that the part declares are
 * ignored, because they may be wrong.
 *
 * @throws SourceError from the parser: `corrupt` where the part ends early, `too_large` for a text past
 *   `itemBytesMax` bytes
 */
export function createSharedStringParser(arena: StringArena, itemBytesMax: number): ByteFeed {
  let names: MainNames | null = null;
  let closed = false;
  const feed = createByteFeed((bytes, end) => {
    let at = 0;
    for (;;) {
      const less = nextLess(bytes, at, end);
      if (less >= end) return less;
      at = isSection(bytes, less) ? sectionEnd(bytes, less, end) : parseTag(bytes, less, end);
      if (at < 0) return less;
    }
  }, itemBytesMax);

  function parseTag(bytes: Buffer, less: number, end: number): number {
    const closing = bytes[less + 1] === SLASH;
    const nameStart = less + (closing ? 2 : 1);
    const nameStop = nameEnd(bytes, nameStart, end);
    const stop = tagEnd(bytes, nameStop, end);
    if (stop < 0) return -1;
    names ??= rootNames(bytes, less, stop);
    const empty = bytes[stop - 2] === SLASH;
    if (isMainName(names, bytes, nameStart, nameStop, 'sst')) {
      closed = closing || empty;
    } else if (!closing && isMainName(names, bytes, nameStart, nameStop, 'si')) {
      if (!empty) return parseItem(arena, names, bytes, stop, end);
      arena.addText('');
    }
    return stop;
  }

  return {
    write: (bytes) => {
      feed.write(bytes);
    },
    end() {
      feed.end();
      if (!closed) throw unexpectedEnd();
    },
  };
}

/** Offset behind the `</si>` of the item whose content begins at `from`; -1 where it is unfinished. */
function parseItem(arena: StringArena, names: MainNames, bytes: Buffer, from: number, end: number): number {
  const simple = parseSimpleItem(arena, bytes, from, end);
  if (simple >= 0) return simple;
  const close = closingTag(names, bytes, from, end, 'si');
  const stop = close < 0 ? -1 : tagEnd(bytes, close, end);
  if (stop >= 0) arena.addText(readRichText(names, bytes, from, close));
  return stop;
}

/**
 * Offset behind an item `<t>text</t></si>` without references and escapes, which nearly all items are; -1 for
 * others.
 */
function parseSimpleItem(arena: StringArena, bytes: Buffer, from: number, end: number): number {
  if (bytes[from] !== LESS || bytes[from + 1] !== LOWER_T || bytes[from + 2] !== GREATER) return -1;
  const start = from + 3;
  let at = start;
  for (; at < end; at++) {
    const byte = bytes[at]!;
    if (byte === LESS) break;
    if (byte === AMPERSAND || byte === RETURN || (byte === UNDERSCORE && bytes[at + 1] === LOWER_X))
      return -1;
  }
  const closes =
    at + SIMPLE_CLOSING_BYTES <= end &&
    bytes[at + 1] === SLASH &&
    bytes[at + 2] === LOWER_T &&
    bytes[at + 3] === GREATER &&
    bytes[at + 4] === LESS &&
    bytes[at + 5] === SLASH &&
    bytes[at + 6] === LOWER_S &&
    bytes[at + 7] === LOWER_I &&
    bytes[at + 8] === GREATER;
  if (!closes) return -1;
  arena.addBytes(bytes, start, at);
  return at + SIMPLE_CLOSING_BYTES;
}
