import { type PptRecord, RecordType } from './records';

/** What a text is on its slide ([MS-PPT] 2.13.33). */
export const TextType = { title: 0, body: 1, notes: 2, centerTitle: 6, halfBody: 7, quarterBody: 8 } as const;

const unknownType = 4;
const paragraphHeadBytes = 6;
/** Bytes of paragraph properties by their masks, in the order of the file ([MS-PPT] 2.9.20). */
const PROPERTIES: readonly (readonly [mask: number, byteSize: number])[] = [
  [0x0000_000f, 2],
  [0x0000_0080, 2],
  [0x0000_0010, 2],
  [0x0000_0040, 2],
  [0x0000_0020, 4],
  [0x0000_0800, 2],
  [0x0000_1000, 2],
  [0x0000_2000, 2],
  [0x0000_4000, 2],
  [0x0000_0100, 2],
  [0x0000_0400, 2],
  [0x0000_8000, 2],
];
const tabStops = 0x0010_0000;
const LATER: readonly (readonly [mask: number, byteSize: number])[] = [
  [0x0001_0000, 2],
  [0x000e_0000, 2],
  [0x0020_0000, 2],
];
const bulletFlags = 0x0f;
const hasBullet = 0x01;

/** A paragraph of a shape. */
export interface PptParagraph {
  text: string;
  level: number;
  /** Whether it has a bullet of its own; null where the master decides. */
  bullet: boolean | null;
}

/** A text of a shape, or of the outline of a slide. */
export interface PptText {
  type: number;
  paragraphs: PptParagraph[];
}

/** Texts among records, each behind a record with its type. */
export function readTexts(records: Iterable<PptRecord>): PptText[] {
  const texts: PptText[] = [];
  let type: number = unknownType;
  let lines: string[] = [];
  for (const record of records) {
    switch (record.type) {
      case RecordType.textHeader:
        type = record.bytes.length >= 4 ? record.bytes.readUInt32LE(0) : unknownType;
        lines = [];
        texts.push({ type, paragraphs: [] });
        break;
      case RecordType.textCharacters:
      case RecordType.textBytes:
        lines = record.bytes
          .toString(record.type === RecordType.textBytes ? 'latin1' : 'utf16le')
          .split('\r');
        if (texts.length === 0) texts.push({ type, paragraphs: [] });
        texts.at(-1)!.paragraphs = lines.map((text) => ({ text: shown(text), level: 0, bullet: null }));
        break;
      case RecordType.slideNumber:
      case RecordType.dateTime:
      case RecordType.genericDate:
      case RecordType.headerText:
      case RecordType.footerText:
        dropCharacter(texts.at(-1)?.paragraphs ?? [], lines, record.bytes);
        break;
      case RecordType.textStyle:
        addStyle(texts.at(-1)?.paragraphs ?? [], lines, record.bytes);
    }
  }
  return texts;
}

/** Whether a text is the title of its slide. */
export function isTitle({ type }: PptText): boolean {
  return type === TextType.title || type === TextType.centerTitle;
}

/** Whether the paragraphs of a text are items where nothing else says so. */
export function isBody({ type }: PptText): boolean {
  return type === TextType.body || type === TextType.halfBody || type === TextType.quarterBody;
}

function shown(text: string): string {
  return text
    .replaceAll('\v', '\n')
    .replace(/[^\P{Cc}\t\n]/gu, '')
    .trim();
}

/** Leaves the character out that stands for a field, such as the number of the slide. */
function dropCharacter(paragraphs: PptParagraph[], lines: string[], field: Buffer): void {
  if (field.length < 4) return;
  let position = field.readUInt32LE(0);
  const line = lines.findIndex(({ length }) => {
    if (position <= length) return true;
    position -= length + 1;
    return false;
  });
  const paragraph = paragraphs[line];
  if (paragraph === undefined) return;
  const text = lines[line]!;
  // The length stays, by which the properties of paragraphs are counted.
  lines[line] = `${text.slice(0, position)} ${text.slice(position + 1)}`.slice(0, text.length);
  paragraph.text = shown(lines[line]);
}

/** Adds levels and bullets: runs of characters, with the properties of their paragraphs. */
function addStyle(paragraphs: PptParagraph[], lines: readonly string[], style: Buffer): void {
  let line = 0;
  let lineEnd = (lines[0]?.length ?? 0) + 1;
  let position = 0;
  for (let at = 0; line < lines.length && at + paragraphHeadBytes + 4 <= style.length;) {
    const count = style.readUInt32LE(at);
    const level = style.readUInt16LE(at + 4);
    const masks = style.readUInt32LE(at + paragraphHeadBytes);
    const values = at + paragraphHeadBytes + 4;
    const flagged = (masks & bulletFlags) !== 0 && values + 2 <= style.length;
    const bullet =
      flagged && (masks & hasBullet) !== 0 ? (style.readUInt16LE(values) & hasBullet) !== 0 : null;
    position += count;
    for (; line < lines.length && lineEnd <= position; line++) {
      const paragraph = paragraphs[line];
      if (paragraph !== undefined) Object.assign(paragraph, { level, bullet });
      lineEnd += (lines[line + 1]?.length ?? 0) + 1;
    }
    at = propertiesEnd(style, values, masks);
  }
}

function propertiesEnd(style: Buffer, from: number, masks: number): number {
  let at = from;
  for (const [mask, byteSize] of PROPERTIES) if ((masks & mask) !== 0) at += byteSize;
  if ((masks & tabStops) !== 0) at += 2 + (at + 2 <= style.length ? style.readUInt16LE(at) * 4 : 0);
  for (const [mask, byteSize] of LATER) if ((masks & mask) !== 0) at += byteSize;
  return at;
}
