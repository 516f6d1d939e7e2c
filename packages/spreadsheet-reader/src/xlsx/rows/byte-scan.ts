import { XML_BYTES } from '../../ooxml/xml/bytes';
import { documentTypeRefused, malformedXml } from '../../ooxml/xml/xml-error';

const { APOSTROPHE, BANG, EQUALS, GREATER, LESS, MINUS, OPEN_BRACKET, QUESTION, QUOTE, SLASH, SPACE } =
  XML_BYTES;

/**
 * Offset behind the `>` of the tag that contains `at`; a `>` in a quoted value does not count. -1:
 * unfinished.
 */
export function tagEnd(bytes: Buffer, at: number, end: number): number {
  for (let p = at; p < end; p++) {
    const byte = bytes[p]!;
    if (byte === GREATER) return p + 1;
    if (byte === QUOTE || byte === APOSTROPHE) {
      p = bytes.indexOf(byte, p + 1);
      if (p < 0) return -1;
    }
  }
  return -1;
}

/** Whether a comment, CDATA section, processing instruction or document type begins at this `<`. */
export function isSection(bytes: Buffer, less: number): boolean {
  const second = bytes[less + 1];
  return second === BANG || second === QUESTION;
}

/**
 * Offset behind the section that begins at this `<`; -1: unfinished. Throws `corrupt` for a document type.
 */
export function sectionEnd(bytes: Buffer, less: number, end: number): number {
  if (bytes[less + 1] === QUESTION) return positionAfter(bytes, '?>', less + 2);
  if (less + 9 > end) return -1;
  if (bytes[less + 2] === MINUS) return positionAfter(bytes, '-->', less + 4);
  if (bytes[less + 2] === OPEN_BRACKET) return positionAfter(bytes, ']]>', less + 9);
  throw documentTypeRefused();
}

function positionAfter(bytes: Buffer, closer: string, from: number): number {
  const at = bytes.indexOf(closer, from, 'latin1');
  return at < 0 ? -1 : at + closer.length;
}

/**
 * Offset of the value, behind its opening quote, of the attribute whose name is at `from`. -1: unfinished.
 */
export function attributeValueStart(bytes: Buffer, from: number, end: number): number {
  let at = from;
  while (at < end && bytes[at] !== EQUALS) at++;
  at++;
  while (at < end && bytes[at]! <= SPACE) at++;
  if (at >= end) return -1;
  if (bytes[at] !== QUOTE && bytes[at] !== APOSTROPHE)
    throw malformedXml('one of its parts has a malformed tag');
  return at + 1;
}

/** Offset of the next `<` at or behind `from`; `end` where there is none. */
export function nextLess(bytes: Buffer, from: number, end: number): number {
  let at = from;
  while (at < end && bytes[at] !== LESS) at++;
  return at;
}

/** Offset behind the element name, prefix included, that begins at `from`; `end` where it is cut. */
export function nameEnd(bytes: Buffer, from: number, end: number): number {
  let at = from;
  while (at < end) {
    const byte = bytes[at]!;
    if (byte <= SPACE || byte === GREATER || byte === SLASH) break;
    at++;
  }
  return at;
}

/** Whether the bytes from `from` to `to` are this ASCII name. */
export function spells(bytes: Buffer, from: number, to: number, name: string): boolean {
  if (to - from !== name.length) return false;
  for (let i = 0; i < name.length; i++) {
    if (bytes[from + i] !== name.charCodeAt(i)) return false;
  }
  return true;
}

/**
 * Offset behind the closing tag of the element whose content begins at `from`, over the elements in it; -1:
 * unfinished.
 */
export function elementEnd(bytes: Buffer, from: number, end: number): number {
  let depth = 1;
  let at = from;
  for (;;) {
    const less = nextLess(bytes, at, end);
    if (less + 2 > end) return -1;
    if (isSection(bytes, less)) {
      at = sectionEnd(bytes, less, end);
    } else {
      at = tagEnd(bytes, less + 1, end);
      if (bytes[less + 1] === SLASH) depth--;
      else if (bytes[at - 2] !== SLASH) depth++;
    }
    if (at < 0 || depth === 0) return at;
  }
}
