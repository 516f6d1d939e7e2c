import { attribute, elementAt, elementsOf, textOf, type XmlElement } from '../office/element';
import { readFormula } from '../office/math';

/** A paragraph of a shape. */
export interface SlideParagraph {
  text: string;
  level: number;
  /** List mark; null for a paragraph that is no item, undefined where the placeholder decides. */
  mark: string | null | undefined;
}

/** Paragraphs of a shape's text (ECMA-376 part 1, 21.1.2) without empty ones. */
export function readTextBody(body: XmlElement | undefined): SlideParagraph[] {
  const paragraphs: SlideParagraph[] = [];
  const counts: number[] = [];
  for (const paragraph of elementsOf(body)) {
    if (paragraph.name !== 'p') continue;
    const text = readRuns(paragraph).trim();
    if (text === '') continue;
    const properties = elementAt(paragraph, 'pPr');
    const level = Number.parseInt(attribute(properties, 'lvl') ?? '0', 10) || 0;
    paragraphs.push({ text, level, mark: markOf(properties, level, counts) });
  }
  return paragraphs;
}

function markOf(properties: XmlElement | undefined, level: number, counts: number[]): SlideParagraph['mark'] {
  const numbered = elementAt(properties, 'buAutoNum');
  if (numbered === undefined) {
    counts.length = level;
    if (elementAt(properties, 'buNone') !== undefined) return null;
    return (elementAt(properties, 'buChar') ?? elementAt(properties, 'buBlip')) ? '-' : undefined;
  }
  const start = Number.parseInt(attribute(numbered, 'startAt') ?? '1', 10) || 1;
  counts[level] = (counts[level] ?? start - 1) + 1;
  counts.length = level + 1;
  return `${counts[level]}.`;
}

function readRuns(element: XmlElement): string {
  let text = '';
  for (const child of elementsOf(element)) {
    switch (child.name) {
      case 't':
        text += textOf(child);
        break;
      case 'br':
        text += '\n';
        break;
      case 'oMath':
        text += readFormula(child);
        break;
      case 'pPr':
      case 'rPr':
      case 'endParaRPr':
        break;
      default:
        text += readRuns(child);
    }
  }
  return text;
}
