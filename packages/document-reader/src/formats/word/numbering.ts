import { attribute, elementAt, elementsOf, readElements, valueAt, type XmlElement } from '../office/element';

/** Counters of a document's lists, with marks as Word shows them. */
export interface Numbering {
  /**
   * Counts an item and returns its mark: `-` for bullets, a number such as `2.1`, '' where the list shows
   * none.
   */
  next(numId: string, level: number): string;
}

export interface ListLevel {
  /** Number format in the words of DOCX: `decimal`, `bullet`, `none`, … */
  format: string;
  /** Text of the mark, with `%1` for the number of the first level. */
  text: string;
  start: number;
}

export interface NumberedList {
  /** Lists of one definition share these counters, unless they give a start. */
  counts: (number | undefined)[];
  levels: ReadonlyMap<number, ListLevel>;
}

const levelsMax = 9;

export function readNumbering(xml: string | null): Numbering {
  const definitions = new Map<string, NumberedList>();
  const lists = new Map<string, NumberedList>();
  if (xml !== null) {
    readElements(xml, 'w', new Set(['w:abstractNum', 'w:num']), (element) => {
      if (element.name === 'w:abstractNum') {
        definitions.set(attribute(element, 'abstractNumId') ?? '', { counts: [], levels: levelsOf(element) });
      } else {
        const list = definitions.get(valueAt(element, 'w:abstractNumId') ?? '');
        if (list) lists.set(attribute(element, 'numId') ?? '', withOverrides(list, element));
      }
    });
  }
  return {
    next(numId, level) {
      const list = lists.get(numId);
      return list === undefined ? '-' : nextMark(list, level);
    },
  };
}

function levelsOf(definition: XmlElement): Map<number, ListLevel> {
  const levels = new Map<number, ListLevel>();
  for (const level of elementsOf(definition)) {
    if (level.name !== 'w:lvl') continue;
    levels.set(Number(attribute(level, 'ilvl')), {
      format: valueAt(level, 'w:numFmt') ?? 'decimal',
      text: valueAt(level, 'w:lvlText') ?? '',
      start: Number.parseInt(valueAt(level, 'w:start') ?? '1', 10) || 0,
    });
  }
  return levels;
}

function withOverrides(list: NumberedList, element: XmlElement): NumberedList {
  const overrides = elementsOf(element).filter(({ name }) => name === 'w:lvlOverride');
  if (overrides.length === 0) return list;
  const levels = new Map(list.levels);
  for (const override of overrides) {
    const index = Number(attribute(override, 'ilvl'));
    const [replaced] = elementAt(override, 'w:lvl') ? levelsOf(override).values() : [];
    const level = replaced ?? levels.get(index);
    const start = Number.parseInt(valueAt(override, 'w:startOverride') ?? '', 10);
    if (level) levels.set(index, Number.isFinite(start) ? { ...level, start } : level);
  }
  return { counts: [], levels };
}

/** Counts an item of a list and returns its mark. */
export function nextMark({ counts, levels }: NumberedList, itemLevel: number): string {
  const level = Math.min(Math.max(itemLevel, 0), levelsMax - 1);
  const own = levels.get(level);
  counts[level] = (counts[level] ?? (own?.start ?? 1) - 1) + 1;
  counts.length = level + 1;
  if (own === undefined || own.format === 'bullet') return '-';
  if (own.format === 'none') return '';
  return own.text
    .replace(/%([1-9])/g, (_, digit: string) => {
      const index = Number(digit) - 1;
      const shown = levels.get(index);
      return formatNumber(counts[index] ?? shown?.start ?? 1, shown?.format ?? 'decimal');
    })
    .trim();
}

function formatNumber(number: number, format: string): string {
  switch (format) {
    case 'lowerLetter':
      return letters(number).toLowerCase();
    case 'upperLetter':
      return letters(number);
    case 'lowerRoman':
      return roman(number).toLowerCase();
    case 'upperRoman':
      return roman(number);
    case 'decimalZero':
      return String(number).padStart(2, '0');
    default:
      return String(number);
  }
}

/** A to Z, then AA to ZZ, as Word continues. */
function letters(number: number): string {
  const letter = String.fromCharCode(65 + ((Math.max(number, 1) - 1) % 26));
  return letter.repeat(Math.min(Math.ceil(Math.max(number, 1) / 26), 10));
}

const ROMAN: readonly [value: number, digits: string][] = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
];

function roman(number: number): string {
  if (number < 1 || number > 4_999) return String(number);
  let rest = number;
  let text = '';
  for (const [value, digits] of ROMAN) {
    while (rest >= value) {
      text += digits;
      rest -= value;
    }
  }
  return text;
}
