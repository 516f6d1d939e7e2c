import { attribute, elementAt, readElements, valueAt, type XmlElement } from '../office/element';

/** Structure that a paragraph gets from its style. */
export interface ParagraphStyle {
  /** Level 1 to 9 for headings, null for text. */
  headingLevel: number | null;
  caption: boolean;
  /** Entries of a table of contents, figures or tables. */
  contents: boolean;
  /** Id of the list that paragraphs of the style belong to, null for none. */
  numId: string | null;
  listLevel: number;
}

export interface WordStyles {
  /** Style by id; the default style for undefined. */
  paragraph(id: string | undefined): ParagraphStyle;
  /** Language that the file declares, null for none. */
  readonly language: string | null;
}

interface RawStyle {
  name: string;
  basedOn: string | undefined;
  outline: string | undefined;
  numId: string | undefined;
  listLevel: string | undefined;
}

const chainMax = 20;
const plain: ParagraphStyle = {
  headingLevel: null,
  caption: false,
  contents: false,
  numId: null,
  listLevel: 0,
};

/** Reads the styles part. Without it, headings are known by the style ids that Word uses. */
export function readStyles(xml: string | null): WordStyles {
  const styles = new Map<string, RawStyle>();
  let language: string | null = null;
  if (xml !== null) {
    readElements(xml, 'w', new Set(['w:style', 'w:docDefaults']), (element) => {
      if (element.name === 'w:docDefaults') {
        language = valueAt(element, 'w:rPrDefault', 'w:rPr', 'w:lang') ?? null;
      } else styles.set(attribute(element, 'styleId') ?? '', rawStyle(element));
    });
  }
  const resolved = new Map<string, ParagraphStyle>();
  return {
    language,
    paragraph(id) {
      if (id === undefined) return plain;
      const known = resolved.get(id) ?? resolve(id, styles);
      resolved.set(id, known);
      return known;
    },
  };
}

function rawStyle(element: XmlElement): RawStyle {
  const properties = elementAt(element, 'w:pPr');
  return {
    name: (valueAt(element, 'w:name') ?? '').toLowerCase(),
    basedOn: valueAt(element, 'w:basedOn'),
    outline: valueAt(properties, 'w:outlineLvl'),
    numId: valueAt(properties, 'w:numPr', 'w:numId'),
    listLevel: valueAt(properties, 'w:numPr', 'w:ilvl'),
  };
}

/** Resolves inheritance: a style takes missing properties from the style that it is based on. */
function resolve(id: string, styles: ReadonlyMap<string, RawStyle>): ParagraphStyle {
  const chain: RawStyle[] = [];
  for (let next: string | undefined = id; next !== undefined && chain.length < chainMax;) {
    const style = styles.get(next);
    if (style === undefined) break;
    chain.push(style);
    next = style.basedOn;
  }
  const names = chain.length > 0 ? chain.map(({ name }) => name) : [id.toLowerCase()];
  const outline = headingLevel(chain.find((style) => style.outline !== undefined)?.outline);
  return {
    headingLevel: outline ?? names.map(levelByName).find((level) => level !== null) ?? null,
    caption: names.includes('caption'),
    contents: names.some((name) => /^(?:toc ?[1-9]|contents [1-9]|table of figures)$/.test(name)),
    numId: chain.find((style) => style.numId !== undefined)?.numId ?? null,
    listLevel:
      Number.parseInt(chain.find((style) => style.listLevel !== undefined)?.listLevel ?? '0', 10) || 0,
  };
}

function levelByName(name: string): number | null {
  if (name === 'title') return 1;
  const level = /^heading ?([1-9])$/.exec(name)?.[1];
  return level === undefined ? null : Number(level);
}

/** Heading level of an outline level, which counts from 0; 9 is body text. */
export function headingLevel(outline: string | undefined): number | null {
  const level = Number.parseInt(outline ?? '', 10);
  return level >= 0 && level < 9 ? level + 1 : null;
}
