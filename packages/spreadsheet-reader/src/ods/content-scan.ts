import { scanAttributes } from '../ooxml/xml/xml-attributes';
import { documentTypeRefused, malformedXml, unexpectedEnd } from '../ooxml/xml/xml-error';
import { readCharacterData, resolveReferences } from '../ooxml/xml/xml-text';
import {
  attributeName,
  createRootScope,
  createScope,
  declaredPrefix,
  elementName,
  type NamespaceScope,
} from '../ooxml/xml/namespace-scope';
import { SourceError } from '../source/source-error';

const LESS = 0x3c;
const GREATER = 0x3e;
const SLASH = 0x2f;
const BANG = 0x21;
const QUESTION = 0x3f;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const SPACE = 0x20;
const depthMax = 256;
/** Names of attributes that are kept; real parts have a few hundred. */
const namesMax = 10_000;
/** Bytes of a tag, or of the text between two tags, at most. */
const unfinishedBytesMax = 8 * 1024 * 1024;
const nothing: Buffer = Buffer.alloc(0);

/** A start tag, valid while its handler runs. */
export interface ContentTag {
  /** Name under the known prefix of its namespace, such as `table:table`. */
  name: string;
  /** Number of elements around it. */
  depth: number;
  /** Offset behind the tag in the part. */
  end: number;
  /** The tag as it is written, without its brackets. */
  xml: string;
  /** Attributes by such names, references resolved. */
  attributes(): Map<string, string>;
}

export interface ContentHandler {
  /** Whether character data is wanted where the scan is. */
  readonly wantsText: boolean;
  open(tag: ContentTag): void;
  text(text: string): void;
  /** Called for each closing tag, and after the `open` of an empty element; false ends the scan. */
  close(name: string, depth: number): boolean;
}

/** Where a scan may begin in a part that was scanned before. */
export interface ContentPlace {
  offset: number;
  depth: number;
  scope: NamespaceScope;
}

/** Scan of a part of UTF-8, which gets its bytes piece by piece. */
export interface ContentScan {
  readonly scope: NamespaceScope;
  /** Takes the next bytes; false where the handler has ended the scan. */
  write(bytes: Buffer): boolean;
  /** @throws SourceError `corrupt` where the part ends within an element */
  end(): void;
}

/**
 * Creates a scan of an OpenDocument part. Namespaces are those that its root declares, as all writers do.
 *
 * @throws SourceError `corrupt` for a document type and for nesting beyond 256, `too_large` for a tag or text
 *   past 8 MiB; what the handler throws
 */
export function createContentScan(handler: ContentHandler, from?: ContentPlace): ContentScan {
  let scope = from?.scope ?? createRootScope('office');
  let depth = from?.depth ?? 0;
  const names = new Map<string, string>();
  let hasRoot = from !== undefined;
  let held: Buffer = nothing;
  /** Offset of the held bytes in the part. */
  let position = from?.offset ?? 0;
  let ended = false;

  function open(bytes: Buffer, less: number, greater: number): boolean {
    const isEmpty = bytes[greater - 1] === SLASH;
    const xml = bytes.toString('utf8', less + 1, isEmpty ? greater - 1 : greater);
    const space = nameEnd(xml);
    const written = xml.slice(0, space);
    if (!hasRoot) {
      hasRoot = true;
      scope = createScope(scope, 1, declarationsIn(xml, space));
    }
    if (depth >= depthMax) throw malformedXml('one of its parts is nested too deeply');
    const name = elementName(scope, written);
    const attributes = () => attributesIn(scope, names, xml, space);
    handler.open({ name, depth, end: position + greater + 1, xml, attributes });
    if (isEmpty) return handler.close(name, depth);
    depth++;
    return true;
  }

  /** Reads complete tags and texts; returns the offset of what is not complete. */
  function scan(bytes: Buffer): number {
    let at = 0;
    for (;;) {
      const less = bytes.indexOf(LESS, at);
      if (less < 0) return at;
      const markup = markupAt(bytes, less);
      if (markup === null) return at;
      if (handler.wantsText && less > at) handler.text(readCharacterData(bytes.toString('utf8', at, less)));
      at = markup.end;
      if (markup.kind === 'section') {
        if (handler.wantsText && markup.text !== null) handler.text(markup.text);
        continue;
      }
      let goesOn: boolean;
      if (bytes[less + 1] === SLASH) {
        if (--depth < 0) throw malformedXml('the tags of one of its parts do not match');
        const written = bytes.toString('utf8', less + 2, markup.end - 1).trimEnd();
        goesOn = handler.close(elementName(scope, written), depth);
      } else goesOn = open(bytes, less, markup.end - 1);
      if (goesOn) continue;
      ended = true;
      return at;
    }
  }

  return {
    get scope() {
      return scope;
    },
    write(piece) {
      if (ended) return false;
      const bytes = held.length === 0 ? piece : Buffer.concat([held, piece]);
      const done = scan(bytes);
      position += done;
      held = bytes.subarray(done);
      if (held.length > unfinishedBytesMax)
        throw new SourceError('too_large', 'A part of the file has far longer texts than spreadsheets have.');
      return !ended;
    },
    end() {
      if (!ended && (depth > 0 || !hasRoot)) throw unexpectedEnd();
    },
  };
}

type Markup = { kind: 'tag'; end: number } | { kind: 'section'; end: number; text: string | null };

/** The tag, comment, instruction or CDATA section that begins at `less`; null where its end is not there. */
function markupAt(bytes: Buffer, less: number): Markup | null {
  const second = bytes[less + 1];
  if (second === undefined) return null;
  if (second === QUESTION) return sectionTo(bytes, less, '?>');
  if (second !== BANG) {
    const greater = tagEnd(bytes, less);
    return greater < 0 ? null : { kind: 'tag', end: greater + 1 };
  }
  const start = bytes.toString('latin1', less, less + 9);
  if (start.startsWith('<!--')) return sectionTo(bytes, less, '-->');
  if (start === '<![CDATA[') {
    const section = sectionTo(bytes, less, ']]>');
    return section && { ...section, text: bytes.toString('utf8', less + 9, section.end - 3) };
  }
  if (start.length < 9 && ('<!--'.startsWith(start) || '<![CDATA['.startsWith(start))) return null;
  throw documentTypeRefused();
}

function sectionTo(bytes: Buffer, less: number, closer: string) {
  const end = bytes.indexOf(closer, less + 2, 'latin1');
  return end < 0 ? null : { kind: 'section' as const, end: end + closer.length, text: null };
}

/** Offset of the `>` of a tag, which may stand in a quoted value too; -1 where it is not there. */
function tagEnd(bytes: Buffer, less: number): number {
  let quote = 0;
  for (let at = less + 1; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (quote !== 0) {
      if (byte === quote) quote = 0;
    } else if (byte === GREATER) return at;
    else if (byte === QUOTE || byte === APOSTROPHE) quote = byte;
  }
  return -1;
}

function declarationsIn(xml: string, from: number): Map<string, string> {
  const declared = new Map<string, string>();
  for (const { name, raw } of scanAttributes(xml, from, xml.length)) {
    const prefix = declaredPrefix(name);
    if (prefix !== null) declared.set(prefix, resolveReferences(raw));
  }
  return declared;
}

/** Reads attributes in one loop, since a sheet has millions of them; `names` keeps their known names. */
function attributesIn(
  scope: NamespaceScope,
  names: Map<string, string>,
  xml: string,
  from: number,
): Map<string, string> {
  const attributes = new Map<string, string>();
  for (let at = from; ;) {
    const equals = xml.indexOf('=', at);
    if (equals < 0) return attributes;
    const open = firstQuote(xml, equals + 1);
    if (open < 0) return attributes;
    const close = xml.indexOf(xml.charAt(open), open + 1);
    if (close < 0) return attributes;
    const written = xml.slice(at, equals).trim();
    let name = names.get(written);
    if (name === undefined) {
      name = attributeName(scope, written);
      if (names.size < namesMax) names.set(written, name);
    }
    attributes.set(name, resolveReferences(xml.slice(open + 1, close)));
    at = close + 1;
  }
}

/** Place of the quote behind white space; -1 where something else stands there. */
function firstQuote(xml: string, from: number): number {
  let at = from;
  while (xml.charCodeAt(at) <= SPACE) at++;
  const code = xml.charCodeAt(at);
  return code === QUOTE || code === APOSTROPHE ? at : -1;
}

/** Place behind the name of a tag. */
function nameEnd(xml: string): number {
  let at = 0;
  while (at < xml.length && xml.charCodeAt(at) > SPACE && xml.charCodeAt(at) !== SLASH) at++;
  return at;
}
