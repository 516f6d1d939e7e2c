import { readSprms, Sprm } from './sprms';

/** Numbers of built-in styles ([MS-DOC] 2.9.271). */
const contentsStyles = { first: 19, last: 27 } as const;
const captionStyle = 34;
const figuresStyle = 35;
const titleStyle = 62;
const noStyle = 0xfff;
const stylesMax = 4_096;
const chainMax = 20;
/** Bytes of a style in front of its name, without those of later versions. */
const baseBytesMin = 10;
const paragraphStyle = 1;
/** Outline level of text. */
const bodyLevel = 9;

/** Structure that paragraphs and characters get from a style. */
export interface DocStyle {
  /** Level 1 to 9 for headings, null for text. */
  headingLevel: number | null;
  caption: boolean;
  contents: boolean;
  /** Number of the list, 0 for none. */
  list: number;
  listLevel: number;
  /** Whether its characters are hidden. */
  hidden: boolean;
}

interface RawStyle {
  builtIn: number;
  base: number;
  name: string;
  outline: number | null;
  list: number | null;
  listLevel: number | null;
  hidden: boolean | null;
}

const plain: DocStyle = {
  headingLevel: null,
  caption: false,
  contents: false,
  list: 0,
  listLevel: 0,
  hidden: false,
};

/** Reads the style sheet ([MS-DOC] 2.9.271); styles by their numbers, which have no structure where unknown. */
export function readDocStyles(sheet: Buffer): (index: number) => DocStyle {
  const raw = rawStyles(sheet);
  const resolved = new Map<number, DocStyle>();
  return (index) => {
    const known = resolved.get(index) ?? resolve(index, raw);
    if (resolved.size < stylesMax) resolved.set(index, known);
    return known;
  };
}

function rawStyles(sheet: Buffer): (RawStyle | null)[] {
  const styles: (RawStyle | null)[] = [];
  if (sheet.length < 6) return styles;
  const baseBytes = Math.max(sheet.readUInt16LE(4), baseBytesMin);
  for (let at = 2 + sheet.readUInt16LE(0); at + 2 <= sheet.length && styles.length < stylesMax;) {
    const start = at + 2;
    const end = start + sheet.readUInt16LE(at);
    styles.push(readStyle(sheet.subarray(start, end), baseBytes));
    at = end + ((end - start) & 1);
  }
  return styles;
}

function readStyle(style: Buffer, baseBytes: number): RawStyle | null {
  if (style.length < baseBytes + 2) return null;
  const kind = style.readUInt16LE(2) & 0xf;
  const nameEnd = baseBytes + 2 + style.readUInt16LE(baseBytes) * 2;
  const read: RawStyle = {
    builtIn: style.readUInt16LE(0) & 0xfff,
    base: style.readUInt16LE(2) >> 4,
    name: style.toString('utf16le', baseBytes + 2, nameEnd).toLowerCase(),
    outline: null,
    list: null,
    listLevel: null,
    hidden: null,
  };
  let at = nameEnd + 2;
  const nextProperties = () => {
    const byteSize = at + 2 <= style.length ? style.readUInt16LE(at) : 0;
    const properties = style.subarray(at + 2, at + 2 + byteSize);
    at += 2 + byteSize + (byteSize & 1);
    return properties;
  };
  if (kind === paragraphStyle) readParagraphProperties(nextProperties().subarray(2), read);
  const characters = nextProperties();
  readSprms(characters, (sprm, operand) => {
    if (sprm === Sprm.hidden) read.hidden = (characters[operand]! & 1) !== 0;
  });
  return read;
}

function readParagraphProperties(properties: Buffer, style: RawStyle): void {
  readSprms(properties, (sprm, operand) => {
    if (sprm === Sprm.outlineLevel) style.outline = properties[operand]!;
    else if (sprm === Sprm.list) style.list = properties.readUInt16LE(operand);
    else if (sprm === Sprm.listLevel) style.listLevel = properties[operand]!;
  });
}

/** Resolves inheritance: a style takes missing properties from the style that it is based on. */
function resolve(index: number, styles: readonly (RawStyle | null)[]): DocStyle {
  const chain: RawStyle[] = [];
  for (let next = index; next !== noStyle && chain.length < chainMax;) {
    const style = styles[next];
    if (style === undefined || style === null) break;
    chain.push(style);
    next = style.base;
  }
  if (chain.length === 0) return plain;
  const first = <K extends keyof RawStyle>(key: K) => chain.find((style) => style[key] !== null)?.[key];
  const outline = first('outline');
  const isOneOf = (from: number, to: number) => chain.some(({ builtIn }) => builtIn >= from && builtIn <= to);
  return {
    headingLevel:
      outline !== undefined && outline !== null
        ? headingOfOutline(outline)
        : (chain.map(headingOfStyle).find((level) => level !== null) ?? null),
    caption: isOneOf(captionStyle, captionStyle),
    contents: isOneOf(contentsStyles.first, contentsStyles.last) || isOneOf(figuresStyle, figuresStyle),
    list: first('list') ?? 0,
    listLevel: first('listLevel') ?? 0,
    hidden: first('hidden') ?? false,
  };
}

/** Heading level of an outline level, which counts from 0. */
export function headingOfOutline(outline: number): number | null {
  return outline < bodyLevel ? outline + 1 : null;
}

function headingOfStyle({ builtIn, name }: RawStyle): number | null {
  if (builtIn >= 1 && builtIn <= 9) return builtIn;
  if (builtIn === titleStyle) return 1;
  const level = /^heading ?([1-9])$/.exec(name)?.[1];
  return level === undefined ? null : Number(level);
}
