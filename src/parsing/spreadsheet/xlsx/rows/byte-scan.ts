import { XML_BYTES } from '../../../ooxml/xml/bytes';
import { documentTypeRefused, malformedXml } from '../../../ooxml/xml/xml-error';

const { APOSTROPHE, BANG, COLON, EQUALS, GREATER, LESS, MINUS, OPEN_BRACKET, QUESTION, QUOTE, SLASH, SPACE } =
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

/** Offset of the local part of the name from `from` to `to`. */
export function localNameStart(bytes: Buffer, from: number, to: number): number {
  for (let at = to - 1; at >= from; at--) {
    if (bytes[at] === COLON) return at + 1;
  }
  return from;
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
 * Offset of the closing tag of the element whose content begins at `from`; -1: unfinished. Such elements do
 * not nest.
 */
export function closingTag(bytes: Buffer, from: number, end: number, name: string): number {
  let at = from;
  for (;;) {
    const less = nextLess(bytes, at, end);
    if (less + name.length + 3 > end) return -1;
    if (isSection(bytes, less)) {
      at = sectionEnd(bytes, less, end);
      if (at < 0) return -1;
      continue;
    }
    if (bytes[less + 1] === SLASH) {
      const stop = nameEnd(bytes, less + 2, end);
      if (spells(bytes, localNameStart(bytes, less + 2, stop), stop, name)) return less;
    }
    at = less + 1;
  }
}
