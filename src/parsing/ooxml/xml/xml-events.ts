import { scanAttributes } from './xml-attributes';
import { documentTypeRefused, malformedXml, unexpectedEnd } from './xml-error';
import { readCharacterData, resolveReferences } from './xml-text';

const DEPTH_MAX = 256;
const NAME_END = /[\s/>]/g;

/** A start tag, valid while its handler runs. */
export interface XmlTag {
  /**
   * Name without prefix: prefixes are the writer's choice, and a part mixes no vocabularies with equal names.
   */
  name: string;
  /** Value of the attribute with this name and no prefix, references resolved. */
  attribute(name: string): string | undefined;
  /** Value of the prefixed attribute with this local name, such as `r:id` for `id`. */
  prefixed(name: string): string | undefined;
  /** All attributes, by name as written, prefix included. */
  attributes(): Map<string, string>;
}

export interface XmlHandler {
  open?(tag: XmlTag): void;
  /** Called with the character data between two tags, comments and CDATA resolved. */
  text?(text: string): void;
  /** Called for each closing tag, and after the `open` of an empty element. */
  close?(name: string): void;
}

/**
 * Reads a small part, or a piece of one, as events. Closing tags are not matched with opening ones, because
 * pieces are unbalanced. Throws `corrupt` for a document type, a tag that never ends, or nesting beyond 256.
 */
export function readXml(xml: string, handler: XmlHandler): void {
  let depth = 0;
  let at = 0;
  for (;;) {
    const less = nextTag(xml, at);
    if (less > at) handler.text?.(readCharacterData(xml.slice(at, less)));
    if (less === xml.length) return;
    const end = tagEnd(xml, less);
    if (xml.charAt(less + 1) === '/') {
      depth--;
      handler.close?.(localName(xml.slice(less + 2, end - 1).trimEnd()));
    } else {
      const tag = readTag(xml, less, end);
      handler.open?.(tag);
      if (xml.charAt(end - 2) === '/') handler.close?.(tag.name);
      else if (++depth > DEPTH_MAX) throw malformedXml('one of its parts is nested too deeply');
    }
    at = end;
  }
}

/**
 * Position of the next tag, past comments, CDATA and processing instructions; the length of the text where
 * there is none.
 */
function nextTag(xml: string, from: number): number {
  let less = xml.indexOf('<', from);
  while (less >= 0) {
    const closer = sectionCloser(xml, less);
    if (closer === null) return less;
    const end = xml.indexOf(closer, less + 2);
    if (end < 0) throw unexpectedEnd();
    less = xml.indexOf('<', end + closer.length);
  }
  return xml.length;
}

function sectionCloser(xml: string, less: number): string | null {
  const second = xml.charAt(less + 1);
  if (second === '?') return '?>';
  if (second !== '!') return null;
  if (xml.startsWith('--', less + 2)) return '-->';
  if (xml.startsWith('[CDATA[', less + 2)) return ']]>';
  throw documentTypeRefused();
}

/** Position after the `>` of a tag; a `>` inside a quoted value does not count. */
function tagEnd(xml: string, less: number): number {
  let greater = xml.indexOf('>', less);
  let at = less;
  while (greater >= 0) {
    const quote = nextQuote(xml, at, greater);
    if (quote < 0) return greater + 1;
    const close = xml.indexOf(xml.charAt(quote), quote + 1);
    if (close < 0) break;
    at = close + 1;
    if (greater < at) greater = xml.indexOf('>', at);
  }
  throw unexpectedEnd();
}

function nextQuote(xml: string, from: number, to: number): number {
  for (let at = from; at < to; at++) {
    const code = xml.charCodeAt(at);
    if (code === 0x22 || code === 0x27) return at;
  }
  return -1;
}

function readTag(xml: string, less: number, end: number): XmlTag {
  NAME_END.lastIndex = less + 1;
  const nameEnd = NAME_END.exec(xml)?.index ?? end;
  const each = () => scanAttributes(xml, nameEnd, end - 1);
  return {
    name: localName(xml.slice(less + 1, nameEnd)),
    attribute(name) {
      for (const found of each()) {
        if (found.name === name) return resolveReferences(found.raw);
      }
      return undefined;
    },
    prefixed(name) {
      for (const found of each()) {
        if (found.name !== name && found.name.endsWith(`:${name}`)) return resolveReferences(found.raw);
      }
      return undefined;
    },
    attributes() {
      const all = new Map<string, string>();
      for (const { name, raw } of each()) all.set(name, resolveReferences(raw));
      return all;
    },
  };
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
