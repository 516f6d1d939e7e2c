import { attribute, findAll, readElements, type XmlElement } from '../office/element';

/** Place in the fields of a part; fields lie within each other, also within the code of another one. */
export interface Fields {
  /** False within the code of any open field, where results of inner fields belong to the code. */
  readonly areShown: boolean;
  /** Takes the mark at which a field, or its result, begins, or a field ends. */
  mark: (mark: XmlElement) => void;
}

const notRead = new Set(['w:del', 'w:moveFrom']);

/** Creates the place before the first field (ISO 29500-1, 17.16.18). */
export function createFields(): Fields {
  const open: ('code' | 'result')[] = [];
  return {
    get areShown() {
      return !open.includes('code');
    },
    mark(mark) {
      switch (attribute(mark, 'fldCharType')) {
        case 'begin':
          open.push('code');
          break;
        case 'separate':
          if (open.length > 0) open[open.length - 1] = 'result';
          break;
        case 'end':
          open.pop();
          break;
      }
    },
  };
}

/** The place where marks do not match: all is shown that is marked as no code itself. */
const withoutFields: Fields = { areShown: true, mark: () => undefined };

/** Whether each field of a part ends, so that a code may go over several paragraphs. */
export function endsAllFields(xml: string): boolean {
  if (!xml.includes('fldChar')) return true;
  const marks: XmlElement[] = [];
  readElements(xml, 'w', new Set(['w:fldChar', ...notRead]), (element) => {
    if (!notRead.has(element.name)) marks.push(element);
  });
  return areMatched(marks);
}

/** Fields of one paragraph that stands alone. */
export function fieldsOf(paragraph: XmlElement): Fields {
  const marks = [...findAll(paragraph, 'w:fldChar', ...notRead)].filter(({ name }) => !notRead.has(name));
  return areMatched(marks) ? createFields() : withoutFields;
}

function areMatched(marks: readonly XmlElement[]): boolean {
  let depth = 0;
  for (const mark of marks) {
    const type = attribute(mark, 'fldCharType');
    if (type === 'begin') depth++;
    else if (type === 'end' && --depth < 0) return false;
  }
  return depth === 0;
}
