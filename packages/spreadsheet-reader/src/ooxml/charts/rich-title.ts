import { findNodes, type XmlNode } from '../xml/xml-tree';

/** Text of a title or label: paragraphs as lines, or the cached value of its cell. Null where it is empty. */
export function readTitle(node: XmlNode | undefined): string | null {
  if (node === undefined) return null;
  const paragraphs = [...findNodes(node, 'a:p')].map((paragraph) => joined(findNodes(paragraph, 'a:t'), ''));
  const text = (paragraphs.length > 0 ? paragraphs.join('\n') : joined(cachedValues(node), ' ')).trim();
  return text === '' ? null : text;
}

function cachedValues(node: XmlNode): XmlNode[] {
  return [...findNodes(node, 'c:v'), ...findNodes(node, 'cx:v')];
}

function joined(nodes: Iterable<XmlNode>, separator: string): string {
  return Array.from(nodes, (node) => node.text).join(separator);
}
