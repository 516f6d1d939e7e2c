import { attribute, elementAt, elementsOf, findAll, readElements, type XmlElement } from '../office/element';

/** Style of a paragraph. */
export interface OpenStyle {
  /** Names of the style and of those that it inherits from, the nearest first. */
  names: readonly string[];
  /** Style of the list that its paragraphs belong to; null for none. */
  listStyle: string | null;
}

/** How the items of one level of a list are marked. */
export interface ListLevel {
  /** Form of its numbers, such as `1`, `a` or `I`; null for a bullet. */
  format: string | null;
  prefix: string;
  suffix: string;
  startsAt: number;
  /** Number of levels whose numbers stand in the mark. */
  shownLevels: number;
}

/** Styles of a document by their names. */
export interface OpenStyles {
  paragraph(name: string | undefined): OpenStyle;
  /** A level of a list, from 0; null where the style does not say. */
  listLevel(style: string | undefined, level: number): ListLevel | null;
  /** Numbers of headings, by level from 0; null for headings without numbers. */
  headingLevel(level: number): ListLevel | null;
  /** BCP-47 tag of the default language; null for none. */
  language: string | null;
}

const inheritedMax = 32;
const ofLists = new Set([
  'text:list-level-style-number',
  'text:list-level-style-bullet',
  'text:outline-level-style',
]);
const units = new Set(['style:style', 'style:default-style', 'text:list-style', 'text:outline-style']);

/** Reads the styles of the parts `styles.xml` and `content.xml`, whose names do not collide. */
export function readOpenStyles(parts: readonly string[]): OpenStyles {
  const paragraphs = new Map<string, XmlElement>();
  const lists = new Map<string, Map<number, ListLevel>>();
  let headings = new Map<number, ListLevel>();
  let language: string | null = null;

  for (const part of parts)
    readElements(part, 'office', units, (element) => {
      const name = element.attributes.get('style:name') ?? '';
      const isOfParagraphs = element.attributes.get('style:family') === 'paragraph';
      if (element.name === 'text:list-style') lists.set(name, levelsOf(element));
      else if (element.name === 'text:outline-style') headings = levelsOf(element);
      else if (isOfParagraphs && element.name === 'style:style') paragraphs.set(name, element);
      else if (isOfParagraphs) language ??= languageOf(element);
    });

  return {
    language,
    paragraph(name) {
      const names: string[] = [];
      let listStyle: string | null = null;
      for (let at = name; at !== undefined && names.length < inheritedMax;) {
        names.push(decodeName(at));
        const element = paragraphs.get(at);
        listStyle ??= element?.attributes.get('style:list-style-name') ?? null;
        at = element?.attributes.get('style:parent-style-name');
      }
      return { names, listStyle: listStyle === '' ? null : listStyle };
    },
    listLevel: (style, level) => (style === undefined ? undefined : lists.get(style)?.get(level)) ?? null,
    headingLevel: (level) => headings.get(level) ?? null,
  };
}

/** Name of a style as its author wrote it: `Table_20_Heading` is "Table Heading". */
function decodeName(name: string): string {
  return name.replace(/_([\da-f]{2,4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function levelsOf(style: XmlElement): Map<number, ListLevel> {
  const levels = new Map<number, ListLevel>();
  for (const element of elementsOf(style)) {
    if (!ofLists.has(element.name)) continue;
    const level = Number.parseInt(element.attributes.get('text:level') ?? '', 10) - 1;
    const format = element.attributes.get('style:num-format') ?? '';
    levels.set(level, {
      format: element.name === 'text:list-level-style-bullet' || format === '' ? null : format,
      prefix: element.attributes.get('style:num-prefix') ?? '',
      suffix: element.attributes.get('style:num-suffix') ?? '',
      startsAt: wholeNumber(element.attributes.get('text:start-value'), 1),
      shownLevels: wholeNumber(element.attributes.get('text:display-levels'), 1),
    });
  }
  return levels;
}

function languageOf(style: XmlElement): string | null {
  const properties = elementAt(style, 'style:text-properties');
  const language = properties?.attributes.get('fo:language') ?? 'none';
  const country = properties?.attributes.get('fo:country') ?? 'none';
  if (!/^[a-z]{2,3}$/.test(language) || language === 'zxx') return null;
  return /^[A-Z]{2}$/.test(country) ? `${language}-${country}` : language;
}

/** Size of the pages of a document in points; null where no layout says it. */
export function readPageSize(part: string): { width: number; height: number } | null {
  let size: { width: number; height: number } | null = null;
  readElements(part, 'office', new Set(['style:page-layout']), (layout) => {
    for (const properties of findAll(layout, 'style:page-layout-properties')) {
      const width = pointsOf(properties.attributes.get('fo:page-width'));
      const height = pointsOf(properties.attributes.get('fo:page-height'));
      // The layouts of notes and handouts stand first, in portrait format.
      if (width !== null && height !== null && (size === null || width > size.width))
        size = { width, height };
    }
  });
  return size;
}

const points: Readonly<Record<string, number>> = {
  cm: 72 / 2.54,
  mm: 72 / 25.4,
  in: 72,
  pt: 1,
  pc: 12,
  px: 0.75,
};

/** A length such as `2.54cm` in points; null for any other text. */
export function pointsOf(length: string | undefined): number | null {
  const [, number, unit] = /^(-?[\d.]+)(cm|mm|in|pt|pc|px)$/.exec(length ?? '') ?? [];
  const value = Number(number) * (points[unit ?? ''] ?? Number.NaN);
  return Number.isFinite(value) ? value : null;
}

/** A whole number of at least 0, as an attribute has it. */
export function wholeNumber(text: string | undefined, otherwise: number): number {
  const value = Number.parseInt(text ?? '', 10);
  return Number.isFinite(value) && value >= 0 ? value : otherwise;
}

/** Value of a `text:style-name`, or that of the element's own vocabulary. */
export const styleOf = (element: XmlElement): string | undefined => attribute(element, 'style-name');
