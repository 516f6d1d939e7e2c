import { malformedXml, unexpectedEnd } from './xml-error';
import { readXml, type XmlTag } from './xml-events';

/** Elements of one part; drawings and charts of real workbooks stay far below. */
const NODES_MAX = 200_000;

/** An element with everything in it. Names are without prefixes. */
export interface XmlNode {
  name: string;
  /** By name as it is written, prefix included. */
  attributes: Map<string, string>;
  children: XmlNode[];
  /** Character data directly inside, joined. */
  text: string;
}

/**
 * Reads a small part as a tree; its root is the only child of the result. Elements that `keep` turns down are
 * left out with all that is in them. Throws `corrupt` as `readXml` does, and for tags that do not match.
 */
export function readXmlTree(
  xml: string,
  keep: (tag: XmlTag, parent: XmlNode) => boolean = () => true,
): XmlNode {
  const document: XmlNode = { name: '', attributes: new Map(), children: [], text: '' };
  const open = [document];
  let nodes = 0;
  let skipped = 0;
  readXml(xml, {
    open(tag) {
      const parent = open.at(-1)!;
      if (skipped > 0 || !keep(tag, parent)) {
        skipped++;
        return;
      }
      if (++nodes > NODES_MAX) throw malformedXml('one of its parts has far too many elements');
      const node: XmlNode = { name: tag.name, attributes: tag.attributes(), children: [], text: '' };
      parent.children.push(node);
      open.push(node);
    },
    text(text) {
      if (skipped === 0) open.at(-1)!.text += text;
    },
    close(name) {
      if (skipped > 0) skipped--;
      else if (open.length === 1 || open.pop()!.name !== name) {
        throw malformedXml('the tags of one of its parts do not match');
      }
    },
  });
  if (open.length > 1) throw unexpectedEnd();
  return document;
}

/** First element at the end of a path of names, each the first of its name. */
export function findNode(from: XmlNode | undefined, ...path: string[]): XmlNode | undefined {
  let node = from;
  for (const name of path) node = node?.children.find((child) => child.name === name);
  return node;
}

/** Every element of a name below a node, in document order. */
export function* findNodes(from: XmlNode | undefined, name: string): Generator<XmlNode, undefined> {
  for (const child of from?.children ?? []) {
    if (child.name === name) yield child;
    yield* findNodes(child, name);
  }
  return undefined;
}

/** Value of the prefixed attribute with this local name: the key of a relationship in `r:id` or `r:embed`. */
export function prefixedAttribute(node: XmlNode | undefined, name: string): string | undefined {
  for (const [key, value] of node?.attributes ?? []) {
    if (key.endsWith(`:${name}`)) return value;
  }
  return undefined;
}
