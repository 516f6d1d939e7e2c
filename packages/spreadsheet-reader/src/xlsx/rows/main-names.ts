import { XML_BYTES } from '../../ooxml/xml/bytes';
import { createRootScope, createScope, declaredPrefix, namespaceOf } from '../../ooxml/xml/namespace-scope';
import { prefixOfNamespace } from '../../ooxml/xml/namespaces';
import { scanAttributes } from '../../ooxml/xml/xml-attributes';
import { resolveReferences } from '../../ooxml/xml/xml-text';
import { isSection, nameEnd, nextLess, sectionEnd, spells, tagEnd } from './byte-scan';

const { COLON, SLASH } = XML_BYTES;
const MAIN = 'x';

/**
 * Names of the elements of SpreadsheetML in one part, for scanners over bytes. The root of a part declares
 * their prefixes; declarations within the rows, which no program writes, do not count.
 */
export interface MainNames {
  /** Whether names without a prefix are such names. */
  plain: boolean;
  /** Prefixes of such names. */
  prefixes: readonly Buffer[];
}

/** Names of a part whose root declares no namespaces. */
export const undeclaredNames: MainNames = mainNamesOf(new Map());

/** Reads the names of a part from its root; null where the bytes end before the root's start tag does. */
export function readMainNames(bytes: Buffer, end: number): MainNames | null {
  let less = nextLess(bytes, 0, end);
  while (less < end && isSection(bytes, less)) {
    const at = sectionEnd(bytes, less, end);
    if (at < 0) return null;
    less = nextLess(bytes, at, end);
  }
  const stop = less < end ? tagEnd(bytes, less + 1, end) : -1;
  return stop < 0 ? null : rootNames(bytes, less, stop);
}

/** Names by the declarations of the start tag between two offsets. */
export function rootNames(bytes: Buffer, less: number, stop: number): MainNames {
  const attributes = bytes.toString('utf8', nameEnd(bytes, less + 1, stop), stop - 1);
  const declared = new Map<string, string>();
  for (const { name, raw } of scanAttributes(attributes, 0, attributes.length)) {
    const prefix = declaredPrefix(name);
    if (prefix !== null) declared.set(prefix, resolveReferences(raw));
  }
  return declared.size === 0 ? undeclaredNames : mainNamesOf(declared);
}

function mainNamesOf(declared: ReadonlyMap<string, string>): MainNames {
  const scope = createScope(createRootScope(MAIN), 1, declared);
  const isMainPrefix = (prefix: string) => prefixOfNamespace(namespaceOf(scope, prefix)) === MAIN;
  const prefixes = [...new Set([...declared.keys(), MAIN])].filter(
    (prefix) => prefix !== '' && isMainPrefix(prefix),
  );
  return { plain: isMainPrefix(''), prefixes: prefixes.map((prefix) => Buffer.from(prefix)) };
}

/** Whether the name from `from` to `to` is the one of SpreadsheetML with this local part. */
export function isMainName(
  { plain, prefixes }: MainNames,
  bytes: Buffer,
  from: number,
  to: number,
  local: string,
): boolean {
  const start = to - local.length;
  if (start < from || !spells(bytes, start, to, local)) return false;
  if (start === from) return plain;
  if (bytes[start - 1] !== COLON) return false;
  for (const prefix of prefixes) {
    if (holds(bytes, from, start - 1, prefix)) return true;
  }
  return false;
}

function holds(bytes: Buffer, from: number, to: number, prefix: Buffer): boolean {
  if (to - from !== prefix.length) return false;
  for (let i = 0; i < prefix.length; i++) {
    if (bytes[from + i] !== prefix[i]) return false;
  }
  return true;
}

/**
 * Offset of the closing tag of the element of SpreadsheetML whose content begins at `from`; -1: unfinished.
 * Such elements do not nest.
 */
export function closingTag(
  names: MainNames,
  bytes: Buffer,
  from: number,
  end: number,
  local: string,
): number {
  let at = from;
  for (;;) {
    const less = nextLess(bytes, at, end);
    if (less + local.length + 3 > end) return -1;
    if (isSection(bytes, less)) {
      at = sectionEnd(bytes, less, end);
      if (at < 0) return -1;
      continue;
    }
    if (bytes[less + 1] === SLASH) {
      const stop = nameEnd(bytes, less + 2, end);
      if (isMainName(names, bytes, less + 2, stop, local)) return less;
    }
    at = less + 1;
  }
}
