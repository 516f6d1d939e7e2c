import { malformedXml, unexpectedEnd } from './xml-error';
import { type Vocabulary } from './namespaces';
import { readXml, type XmlTag } from './xml-events';

/** Elements of one part at most; drawings and charts of real workbooks have far fewer. */
const NODES_MAX = 200_000;

/** An element with its content. Names are those of `XmlTag`. */
export interface XmlNode {
  name: string;
  attributes: Map<string, string>;
  children: XmlNode[];
  /** Character data directly in the element, joined. */
  text: string;
}

/**
 * Reads a small part as a tree; its root element is the only child of the result. Elements for which `keep`
 * is false are left out with their content. Vocabulary, alternatives and errors are those of `readXml`; tags
 * that do not match are `corrupt` as well.
 */
export function readXmlTree(
  xml: string,
  main: Vocabulary,
  {
    keep = () => true,
    allAlternatives = false,
  }: { keep?: (tag: XmlTag, parent: XmlNode) => boolean; allAlternatives?: boolean } = {},
): XmlNode {
  const document: XmlNode = { name: '', attributes: new Map(), children: [], text: '' };
  const open = [document];
  let nodes = 0;
  let skipped = 0;
  readXml(xml, main, {
    allAlternatives,
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

/** First element at a path of names, each the first of its name. */
export function findNode(from: XmlNode | undefined, ...path: string[]): XmlNode | undefined {
  let node = from;
  for (const name of path) node = node?.children.find((child) => child.name === name);
  return node;
}

/** All descendants with a name, in document order. */
export function* findNodes(from: XmlNode | undefined, name: string): Generator<XmlNode, undefined> {
  for (const child of from?.children ?? []) {
    if (child.name === name) yield child;
    yield* findNodes(child, name);
  }
  return undefined;
}
