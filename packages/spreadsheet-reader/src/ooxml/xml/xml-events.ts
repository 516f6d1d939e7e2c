import {
  attributeName,
  createRootScope,
  createScope,
  declaredPrefix,
  elementName,
  type NamespaceScope,
} from './namespace-scope';
import { type Vocabulary } from './namespaces';
import { createAlternatives } from './alternatives';
import { scanAttributes } from './xml-attributes';
import { documentTypeRefused, malformedXml, unexpectedEnd } from './xml-error';
import { readCharacterData, resolveReferences } from './xml-text';

const DEPTH_MAX = 256;
const NAME_END = /[\s/>]/g;
const DECLARATION = 'xmlns';

/** A start tag, valid while its handler runs. */
export interface XmlTag {
  /**
   * Name under the known prefix of its namespace (`namespaces.ts`), such as `x:sheet`, whatever prefix the
   * part writes.
   */
  name: string;
  /**
   * Value of an attribute, references resolved. Its name has the known prefix of its namespace, such as
   * `r:id`, or none.
   */
  attribute(name: string): string | undefined;
  /** All attributes by such names, without declarations of namespaces. */
  attributes(): Map<string, string>;
}

export interface XmlHandler {
  open?(tag: XmlTag): void;
  /** Called with the character data between two tags, comments and CDATA resolved. */
  text?(text: string): void;
  /** Called for each closing tag, and after the `open` of an empty element. */
  close?(name: string): void;
  /** True for all alternatives, with the elements around them. */
  allAlternatives?: boolean;
}

/**
 * Reads a small part, or the start of one, as events. Of alternatives (ECMA-376 part 3), only the content of
 * the first one that is read, else of the fallback, becomes events. Closing tags are not matched with opening
 * ones. Throws `corrupt` for a document type, a tag that never ends, or nesting beyond 256.
 *
 * @param main vocabulary of names without a prefix in a part that does not declare it
 */
export function readXml(xml: string, main: Vocabulary, handler: XmlHandler): void {
  const alternatives = createAlternatives(handler);
  let scope = createRootScope(main);
  let declaration = xml.indexOf(DECLARATION);
  let depth = 0;
  let at = 0;

  function open(less: number, end: number): void {
    const empty = xml.charAt(end - 2) === '/';
    if (++depth > DEPTH_MAX && !empty) throw malformedXml('one of its parts is nested too deeply');
    NAME_END.lastIndex = less + 1;
    const nameEnd = NAME_END.exec(xml)?.index ?? end;
    while (declaration >= 0 && declaration < nameEnd) declaration = xml.indexOf(DECLARATION, nameEnd);
    if (declaration >= 0 && declaration < end) {
      const declared = declarationsIn(xml, nameEnd, end - 1);
      if (declared.size > 0) scope = createScope(scope, depth, declared);
    }
    alternatives.open(tagOf(scope, xml, less + 1, nameEnd, end - 1), scope);
    if (empty) close(xml.slice(less + 1, nameEnd));
  }

  function close(written: string): void {
    alternatives.close(elementName(scope, written));
    if (scope.depth === depth && scope.outer !== null) scope = scope.outer;
    depth--;
  }

  for (;;) {
    const less = nextTag(xml, at);
    if (less > at && alternatives.read) handler.text?.(readCharacterData(xml.slice(at, less)));
    if (less === xml.length) return;
    at = tagEnd(xml, less);
    if (xml.charAt(less + 1) === '/') close(xml.slice(less + 2, at - 1).trimEnd());
    else open(less, at);
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

function declarationsIn(xml: string, from: number, to: number): Map<string, string> {
  const declared = new Map<string, string>();
  for (const { name, raw } of scanAttributes(xml, from, to)) {
    const prefix = declaredPrefix(name);
    if (prefix !== null) declared.set(prefix, resolveReferences(raw));
  }
  return declared;
}

function tagOf(scope: NamespaceScope, xml: string, nameStart: number, nameEnd: number, to: number): XmlTag {
  return {
    name: elementName(scope, xml.slice(nameStart, nameEnd)),
    attribute(name) {
      for (const found of scanAttributes(xml, nameEnd, to)) {
        if (attributeName(scope, found.name) === name) return resolveReferences(found.raw);
      }
      return undefined;
    },
    attributes() {
      const all = new Map<string, string>();
      for (const { name, raw } of scanAttributes(xml, nameEnd, to)) {
        if (declaredPrefix(name) === null) all.set(attributeName(scope, name), resolveReferences(raw));
      }
      return all;
    },
  };
}
