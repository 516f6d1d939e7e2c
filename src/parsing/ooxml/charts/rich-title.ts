import { findNodes, type XmlNode } from '../xml/xml-tree';

/** Text of a title or label: paragraphs as lines, or the cached value of its cell. Null where it is empty. */
export function readTitle(node: XmlNode | undefined): string | null {
  if (node === undefined) return null;
  const paragraphs = [...findNodes(node, 'p')].map((paragraph) => joined(findNodes(paragraph, 't'), ''));
  const text = (paragraphs.length > 0 ? paragraphs.join('\n') : joined(findNodes(node, 'v'), ' ')).trim();
  return text === '' ? null : text;
}

function joined(nodes: Iterable<XmlNode>, separator: string): string {
  return Array.from(nodes, (node) => node.text).join(separator);
}
