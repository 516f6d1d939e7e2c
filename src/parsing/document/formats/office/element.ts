import { malformedXml } from '../../../ooxml/xml/xml-error';
import { readXml, type XmlTag } from '../../../ooxml/xml/xml-events';

/** XML element with its mixed content in order. Names are without prefixes. */
export interface XmlElement {
  name: string;
  /** Attributes by name as written, prefix included. */
  attributes: ReadonlyMap<string, string>;
  children: (XmlElement | string)[];
}

/**
 * Namespace prefixes of alternatives (ECMA-376 part 3, 9.3) that are not read: ink, emoji by font, drawings
 * of embedded objects. Their fallback has the same content as an image or a character.
 */
const UNREAD = new Set(['wpi', 'aink', 'w16se', 'v']);

/**
 * Reads a part and passes on the outermost elements with the given names, one after the other, so that only
 * one is in memory. Of alternatives, the first readable one is taken.
 *
 * @throws SourceError `corrupt` for a document type, mismatched tags, or nesting beyond 256
 */
export function readElements(
  xml: string,
  names: ReadonlySet<string>,
  take: (element: XmlElement) => void,
): void {
  const open: XmlElement[] = [];
  /** For each open choice, whether an alternative was taken. */
  const taken: boolean[] = [];
  let skipped = 0;

  function isPassedOver(tag: XmlTag): boolean {
    if (tag.name !== 'Choice' && tag.name !== 'Fallback') return false;
    const required = tag.attributes().get('Requires')?.split(/\s+/) ?? [];
    if (taken.at(-1) === true || required.some((prefix) => UNREAD.has(prefix))) return true;
    taken[taken.length - 1] = true;
    return false;
  }

  readXml(xml, {
    open(tag) {
      if (skipped > 0 || isPassedOver(tag)) skipped++;
      else {
        if (tag.name === 'AlternateContent') taken.push(false);
        if (open.length > 0 || names.has(tag.name)) open.push(elementOf(tag));
      }
    },
    text(text) {
      if (skipped === 0) open.at(-1)?.children.push(text);
    },
    close(name) {
      if (skipped > 0) {
        skipped--;
        return;
      }
      if (name === 'AlternateContent') taken.pop();
      const element = open.pop();
      if (element === undefined) return;
      if (element.name !== name) throw malformedXml('the tags of one of its parts do not match');
      const parent = open.at(-1);
      if (parent) parent.children.push(element);
      else take(element);
    },
  });
}

function elementOf(tag: XmlTag): XmlElement {
  return { name: tag.name, attributes: tag.attributes(), children: [] };
}

/** Child elements. */
export function elementsOf(element: XmlElement | undefined): XmlElement[] {
  return element?.children.filter((child) => typeof child !== 'string') ?? [];
}

/** First descendant at a path of names. */
export function elementAt(element: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  let at = element;
  for (const name of path) at = elementsOf(at).find((child) => child.name === name);
  return at;
}

/** Outermost descendants with one of these names, in document order. */
export function* findAll(element: XmlElement, ...names: string[]): Generator<XmlElement, undefined> {
  for (const child of elementsOf(element)) {
    if (names.includes(child.name)) yield child;
    else yield* findAll(child, ...names);
  }
  return undefined;
}

/** Attribute by its name without prefix. */
export function attribute(element: XmlElement | undefined, name: string): string | undefined {
  if (element === undefined) return undefined;
  const own = element.attributes.get(name);
  return own ?? prefixed(element, name);
}

/** Attribute that is written with a prefix, such as `r:id` beside `id`. */
export function prefixed(element: XmlElement | undefined, name: string): string | undefined {
  if (element === undefined) return undefined;
  for (const [key, value] of element.attributes) if (key.endsWith(`:${name}`)) return value;
  return undefined;
}

/** Attribute `val` of the element at a path, the form of most properties. */
export function valueAt(element: XmlElement | undefined, ...path: string[]): string | undefined {
  return attribute(elementAt(element, ...path), 'val');
}

/** All character data of the element. */
export function textOf(element: XmlElement): string {
  return element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
}
