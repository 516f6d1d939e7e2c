import { malformedXml } from '../../../ooxml/xml/xml-error';
import { readXml, type XmlTag } from '../../../ooxml/xml/xml-events';

/** An element with its mixed content in order. Names are without prefixes. */
export interface XmlElement {
  name: string;
  /** By name as it is written, prefix included. */
  attributes: ReadonlyMap<string, string>;
  children: (XmlElement | string)[];
}

/**
 * Prefixes of what an alternative may require (ECMA-376 part 3, 9.3) and nobody reads here: ink, emoji by
 * their font, pictures of embedded objects in a drawing of their own. The one for older readers has the same
 * as a picture or a letter.
 */
const UNREAD = new Set(['wpi', 'aink', 'w16se', 'v']);

/**
 * Reads a part and hands out, one after the other, the outermost elements of the given names, so that only
 * one of them is in memory. Of alternatives the first one that can be read is.
 *
 * @throws SourceError `corrupt` for a document type, tags that do not match, or nesting beyond 256
 */
export function readElements(
  xml: string,
  names: ReadonlySet<string>,
  take: (element: XmlElement) => void,
): void {
  const open: XmlElement[] = [];
  /** For each choice between alternatives that is open, whether one was taken. */
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

/** Elements directly in it. */
export function elementsOf(element: XmlElement | undefined): XmlElement[] {
  return element?.children.filter((child) => typeof child !== 'string') ?? [];
}

/** The first element at the end of a path of names. */
export function elementAt(element: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  let at = element;
  for (const name of path) at = elementsOf(at).find((child) => child.name === name);
  return at;
}

/** All elements in it that have one of these names, in order; not those in one another. */
export function* findAll(element: XmlElement, ...names: string[]): Generator<XmlElement, undefined> {
  for (const child of elementsOf(element)) {
    if (names.includes(child.name)) yield child;
    else yield* findAll(child, ...names);
  }
  return undefined;
}

/** An attribute by its name without prefix. */
export function attribute(element: XmlElement | undefined, name: string): string | undefined {
  if (element === undefined) return undefined;
  const own = element.attributes.get(name);
  return own ?? prefixed(element, name);
}

/** An attribute that has a prefix, such as `r:id` beside `id`. */
export function prefixed(element: XmlElement | undefined, name: string): string | undefined {
  if (element === undefined) return undefined;
  for (const [key, value] of element.attributes) if (key.endsWith(`:${name}`)) return value;
  return undefined;
}

/** The `val` of an element at a path, which is how most properties are written. */
export function valueAt(element: XmlElement | undefined, ...path: string[]): string | undefined {
  return attribute(elementAt(element, ...path), 'val');
}

/** All character data in it. */
export function textOf(element: XmlElement): string {
  return element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
}
