import { malformedXml, readXml, type Vocabulary, type XmlTag } from 'spreadsheet-reader/toolkit';

/** XML element with its mixed content in order. Names are those of `XmlTag`. */
export interface XmlElement {
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: (XmlElement | string)[];
}

/**
 * Reads a part and passes on the outermost elements with the given names, one after the other, so that only
 * one is in memory.
 *
 * @param main vocabulary of names without a prefix in a part that does not declare it
 * @throws SourceError `corrupt` for a document type, mismatched tags, or nesting beyond 256
 */
export function readElements(
  xml: string,
  main: Vocabulary,
  names: ReadonlySet<string>,
  take: (element: XmlElement) => void,
): void {
  const open: XmlElement[] = [];
  readXml(xml, main, {
    open(tag) {
      if (open.length > 0 || names.has(tag.name)) open.push(elementOf(tag));
    },
    text(text) {
      open.at(-1)?.children.push(text);
    },
    close(name) {
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

/** Attribute of an element's own vocabulary: without a prefix, or with that of the element (`w:val`). */
export function attribute(element: XmlElement | undefined, name: string): string | undefined {
  if (element === undefined) return undefined;
  const { attributes, name: own } = element;
  return attributes.get(name) ?? attributes.get(own.slice(0, own.indexOf(':') + 1) + name);
}

/** Attribute `val` of the element at a path, the form of most properties. */
export function valueAt(element: XmlElement | undefined, ...path: string[]): string | undefined {
  return attribute(elementAt(element, ...path), 'val');
}

/** All character data of the element. */
export function textOf(element: XmlElement): string {
  return element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
}
