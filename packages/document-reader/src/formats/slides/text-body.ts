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
    if (paragraph.name !== 'a:p') continue;
    const text = readRuns(paragraph).trim();
    if (text === '') continue;
    const properties = elementAt(paragraph, 'a:pPr');
    const level = Number.parseInt(attribute(properties, 'lvl') ?? '0', 10) || 0;
    paragraphs.push({ text, level, mark: markOf(properties, level, counts) });
  }
  return paragraphs;
}

function markOf(properties: XmlElement | undefined, level: number, counts: number[]): SlideParagraph['mark'] {
  const numbered = elementAt(properties, 'a:buAutoNum');
  if (numbered === undefined) {
    counts.length = level;
    if (elementAt(properties, 'a:buNone') !== undefined) return null;
    return (elementAt(properties, 'a:buChar') ?? elementAt(properties, 'a:buBlip')) ? '-' : undefined;
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
      case 'a:t':
        text += textOf(child);
        break;
      case 'a:br':
        text += '\n';
        break;
      case 'm:oMath':
        text += readFormula(child);
        break;
      case 'a:pPr':
      case 'a:rPr':
      case 'a:endParaRPr':
        break;
      default:
        text += readRuns(child);
    }
  }
  return text;
}
