import { type FigureBlock } from '../../block';
import { readDrawing } from '../office/drawing';
import {
  attribute,
  elementAt,
  elementsOf,
  findAll,
  textOf,
  valueAt,
  type XmlElement,
} from '../office/element';
import { readFormula } from '../office/math';
import { type OfficePart } from '../office/office-part';
import { type Fields, fieldsOf } from './fields';
import { symbolText } from './symbols';

/** Kind of a note that a paragraph refers to. */
export type NoteKind = 'footnote' | 'endnote' | 'comment';

/** Content of one paragraph. */
export interface ParagraphContent {
  text: string;
  figures: FigureBlock[];
  /** Text boxes that are anchored in the paragraph. */
  boxes: XmlElement[];
  notes: { kind: NoteKind; id: string }[];
}

/** Elements that are not shown: tracked deletions, properties, and field codes. */
const NOT_SHOWN = new Set([
  'w:pPr',
  'w:rPr',
  'w:del',
  'w:moveFrom',
  'w:delText',
  'w:instrText',
  'w:delInstrText',
  'w:sdtPr',
  'w:rt',
]);
/** What a paragraph is read in. */
interface Reading {
  part: OfficePart;
  fields: Fields;
}

/** @param fields the place in the fields of a text of several paragraphs; by default it stands alone */
export function readParagraph(
  paragraph: XmlElement,
  part: OfficePart,
  fields: Fields = fieldsOf(paragraph),
): ParagraphContent {
  const content: ParagraphContent = { text: '', figures: [], boxes: [], notes: [] };
  readChildren(paragraph, { part, fields }, content);
  content.text = content.text.replace(/[ \t]+\n/g, '\n').trim();
  return content;
}

function readChildren(element: XmlElement, reading: Reading, content: ParagraphContent): void {
  let before = '';
  for (const child of elementsOf(element)) {
    if (NOT_SHOWN.has(child.name)) continue;
    if (child.name === 'w:r' && isHidden(child)) {
      for (const mark of findAll(child, 'w:fldChar')) reading.fields.mark(mark);
      continue;
    }
    // Adjacent formulas are shown on lines of their own.
    if (before === 'm:oMath' && child.name === 'm:oMath') content.text += '\n';
    readChild(child, reading, content);
    before = child.name;
  }
}

function readChild(element: XmlElement, reading: Reading, content: ParagraphContent): void {
  const { part, fields } = reading;
  if (element.name === 'w:fldChar') {
    if (fields.areShown) readChildren(element, reading, content);
    fields.mark(element);
    return;
  }
  if (!fields.areShown) {
    readChildren(element, reading, content);
    return;
  }
  switch (element.name) {
    case 'w:t':
      content.text += textOf(element);
      break;
    case 'w:tab':
    case 'w:ptab':
      content.text += '\t';
      break;
    case 'w:br':
    case 'w:cr':
      if (attribute(element, 'type') !== 'page') content.text += '\n';
      break;
    case 'w:noBreakHyphen':
      content.text += '-';
      break;
    case 'w:sym':
      content.text += symbolText(attribute(element, 'font'), attribute(element, 'char'));
      break;
    case 'w:ffData':
      content.text += readFormField(element);
      break;
    case 'w:footnoteReference':
    case 'w:endnoteReference':
    case 'w:commentReference':
      readReference(element, content);
      break;
    case 'm:oMath':
      content.text += readFormula(element);
      break;
    case 'w:drawing':
    case 'w:pict':
    case 'w:object':
      for (const path of findAll(element, 'v:textpath')) content.text += path.attributes.get('string') ?? '';
      content.boxes.push(...findAll(element, 'w:txbxContent'));
      content.figures.push(...readDrawing(element, part));
      break;
    default:
      readChildren(element, reading, content);
  }
}

/** Whether a run is hidden on screen and in print. */
function isHidden(run: XmlElement): boolean {
  const vanish = elementAt(run, 'w:rPr', 'w:vanish');
  return vanish !== undefined && !/^(?:0|false|off)$/.test(attribute(vanish, 'val') ?? '');
}

/** Text of a legacy form field: check mark or chosen list entry. Text fields have theirs in the document. */
function readFormField(field: XmlElement): string {
  const box = elementAt(field, 'w:checkBox');
  if (box !== undefined) {
    const state = elementAt(box, 'w:checked') ?? elementAt(box, 'w:default');
    return state !== undefined && !/^(?:0|false|off)$/.test(attribute(state, 'val') ?? '') ? '☒' : '☐';
  }
  const list = elementAt(field, 'w:ddList');
  const entries = elementsOf(list).filter(({ name }) => name === 'w:listEntry');
  const chosen = Number.parseInt(valueAt(list, 'w:result') ?? valueAt(list, 'w:default') ?? '0', 10) || 0;
  return attribute(entries[chosen], 'val') ?? '';
}

function readReference(element: XmlElement, content: ParagraphContent): void {
  const id = attribute(element, 'id');
  if (id === undefined) return;
  content.notes.push({ kind: element.name.slice('w:'.length).replace('Reference', '') as NoteKind, id });
}
