import { type FigureBlock } from '../../block';
import { readDrawing } from '../office/drawing';
import { attribute, elementsOf, findAll, textOf, type XmlElement } from '../office/element';
import { readFormula } from '../office/math';
import { type OfficePart } from '../office/office-part';

/** What a paragraph may refer to. */
export type NoteKind = 'footnote' | 'endnote' | 'comment';

/** What stands in one paragraph. */
export interface ParagraphContent {
  text: string;
  figures: FigureBlock[];
  /** Contents of text boxes that are anchored in it. */
  boxes: XmlElement[];
  notes: { kind: NoteKind; id: string }[];
}

/** Changes that were made and not accepted, properties, and the code of fields: none of it is shown. */
const NOT_SHOWN = new Set([
  'pPr',
  'rPr',
  'del',
  'moveFrom',
  'delText',
  'instrText',
  'delInstrText',
  'sdtPr',
  'rt',
]);
/** Characters of Wingdings that stand for words in forms and lists (code point in the private area, F000). */
const SYMBOLS: Readonly<Record<string, string>> = {
  f0fc: '✓',
  f0fe: '☑',
  f0a8: '☐',
  f06f: '☐',
  f0fb: '✗',
  f0e0: '→',
  f0e8: '→',
  f0df: '←',
  f0b7: '•',
  f0a7: '▪',
};

export function readParagraph(paragraph: XmlElement, part: OfficePart): ParagraphContent {
  const content: ParagraphContent = { text: '', figures: [], boxes: [], notes: [] };
  readChildren(paragraph, part, content);
  content.text = content.text.replace(/[ \t]+\n/g, '\n').trim();
  return content;
}

function readChildren(element: XmlElement, part: OfficePart, content: ParagraphContent): void {
  let before = '';
  for (const child of elementsOf(element)) {
    if (NOT_SHOWN.has(child.name)) continue;
    // Formulas side by side stand in lines of their own.
    if (before === 'oMath' && child.name === 'oMath') content.text += '\n';
    readChild(child, part, content);
    before = child.name;
  }
}

function readChild(element: XmlElement, part: OfficePart, content: ParagraphContent): void {
  switch (element.name) {
    case 't':
      content.text += textOf(element);
      break;
    case 'tab':
    case 'ptab':
      content.text += '\t';
      break;
    case 'br':
    case 'cr':
      if (attribute(element, 'type') !== 'page') content.text += '\n';
      break;
    case 'noBreakHyphen':
      content.text += '-';
      break;
    case 'sym':
      content.text += SYMBOLS[attribute(element, 'char')?.toLowerCase() ?? ''] ?? '';
      break;
    case 'footnoteReference':
    case 'endnoteReference':
    case 'commentReference':
      readReference(element, content);
      break;
    case 'oMath':
      content.text += readFormula(element);
      break;
    case 'drawing':
    case 'pict':
    case 'object': {
      const boxes = [...findAll(element, 'txbxContent')];
      content.boxes.push(...boxes);
      if (boxes.length === 0) content.figures.push(...readDrawing(element, part));
      break;
    }
    default:
      readChildren(element, part, content);
  }
}

function readReference(element: XmlElement, content: ParagraphContent): void {
  const id = attribute(element, 'id');
  if (id === undefined) return;
  content.notes.push({ kind: element.name.replace('Reference', '') as NoteKind, id });
}
