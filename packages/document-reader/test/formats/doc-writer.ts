import { writeCompoundFile } from '../../../spreadsheet-reader/test/xls/compound-file-writer';

/** Characters with properties of their own. */
export interface TestRun {
  text: string;
  sprms?: Buffer;
}

/** A paragraph with the mark that ends it. */
export interface TestParagraph {
  runs: readonly (string | TestRun)[];
  mark?: string;
  style?: number;
  sprms?: Buffer;
}

export interface TestStyle {
  builtIn: number;
  name: string;
  base?: number;
  paragraph?: Buffer;
  characters?: Buffer;
}

export interface TestDoc {
  body: readonly TestParagraph[];
  footnotes?: readonly TestParagraph[];
  /** Texts of running heads, behind the six of separators. */
  headers?: readonly TestParagraph[];
  /** Positions of the marks of footnotes in the body. */
  footnoteMarks?: readonly number[];
  styles?: readonly TestStyle[];
  /** Other structures by their places in the list of the head. */
  structures?: Readonly<Record<number, Buffer>>;
  /** Characters of a piece; the pieces lie in the file in reverse order, as fast saves leave them. */
  pieceCharacters?: number;
  /** Whether pieces have one byte for a character. */
  isCompressed?: boolean;
  flags?: number;
  version?: number;
}

const textStart = 1_024;
const headWords = 14;
const headNumbers = 22;
const places = 93;

export function u16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, i) => bytes.writeUInt16LE(value, i * 2));
  return bytes;
}

export function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, i) => bytes.writeUInt32LE(value, i * 4));
  return bytes;
}

/** A property with an operand of one or two bytes. */
export const sprm = (number: number, operand: number) =>
  Buffer.concat([u16(number), number >> 13 < 2 ? Buffer.from([operand]) : u16(operand)]);

/** Streams of a Word document of 97 to 2003 with hand-made structures. */
export function docStreams(doc: TestDoc): { main: Buffer; table: Buffer } {
  const footnotes = doc.footnotes ?? [];
  const headers = doc.headers ?? [];
  const paragraphs = [...doc.body, ...footnotes, ...headers];
  const text = paragraphs.map(textOf).join('');
  const width = doc.isCompressed === true ? 1 : 2;
  const { content, pieces, offsetOf } = layOut(text, width, doc.pieceCharacters ?? text.length);
  const pages = { bytes: [] as Buffer[], first: Math.ceil((textStart + content.length) / 512) };
  const characterPages = propertyTable(runsOf(paragraphs), { offsetOf, width, pages, words: false });
  const paragraphPages = propertyTable(paragraphsOf(paragraphs), { offsetOf, width, pages, words: true });
  const lengths = [doc.body, footnotes, headers].map((part) => part.map(textOf).join('').length);

  const structures: Record<number, Buffer> = {
    1: styleSheet(doc.styles ?? []),
    12: characterPages,
    13: paragraphPages,
    33: Buffer.concat([Buffer.from([2]), u32(pieces.length), pieces]),
    ...(headers.length > 0 ? { 11: u32(0, 0, 0, 0, 0, 0, ...startsOf(headers), lengths[2]!) } : {}),
    ...(footnotes.length > 0
      ? {
          2: Buffer.concat([
            u32(...(doc.footnoteMarks ?? []), lengths[0]!),
            Buffer.alloc(footnotes.length * 2),
          ]),
          3: u32(...startsOf(footnotes), lengths[1]!),
        }
      : {}),
    ...doc.structures,
  };
  const head = Buffer.alloc(textStart);
  head.writeUInt16LE(0xa5ec, 0);
  head.writeUInt16LE(doc.version ?? 0xc1, 2);
  head.writeUInt16LE(doc.flags ?? 0x0200, 10);
  head.writeUInt16LE(headWords, 32);
  const numbers = 34 + headWords * 2 + 2;
  head.writeUInt16LE(headNumbers, numbers - 2);
  lengths.forEach((length, i) => head.writeUInt32LE(length, numbers + (3 + i) * 4));
  const list = numbers + headNumbers * 4 + 2;
  head.writeUInt16LE(places, list - 2);
  const table: Buffer[] = [];
  let at = 0;
  for (const [place, bytes] of Object.entries(structures)) {
    head.writeUInt32LE(at, list + Number(place) * 8);
    head.writeUInt32LE(bytes.length, list + Number(place) * 8 + 4);
    table.push(bytes);
    at += bytes.length;
  }
  const main = Buffer.concat([
    head,
    content,
    Buffer.alloc(pages.first * 512 - textStart - content.length),
    ...pages.bytes,
  ]);
  return { main, table: Buffer.concat(table) };
}

/** The same as a compound file. */
export function docBytes(doc: TestDoc): Buffer {
  const { main, table } = docStreams(doc);
  return writeCompoundFile({ WordDocument: main, '1Table': table });
}

const textOf = ({ runs, mark = '\r' }: TestParagraph) =>
  runs.map((run) => (typeof run === 'string' ? run : run.text)).join('') + mark;

function startsOf(parts: readonly TestParagraph[]): number[] {
  let at = 0;
  return parts.map((part) => {
    const start = at;
    at += textOf(part).length;
    return start;
  });
}

/** Places the pieces of a text, the last one first. */
function layOut(text: string, width: 1 | 2, size: number) {
  const starts = Array.from({ length: Math.ceil(text.length / size) }, (_, i) => i * size);
  const offsets = new Map<number, number>();
  const content: Buffer[] = [];
  let at = textStart;
  for (const start of [...starts].reverse()) {
    const bytes = Buffer.from(text.slice(start, start + size), width === 1 ? 'latin1' : 'utf16le');
    offsets.set(start, at);
    content.push(bytes);
    at += bytes.length;
  }
  const descriptors = starts.map((start) => {
    const offset = offsets.get(start)!;
    return Buffer.concat([u16(0), u32(width === 1 ? (offset * 2 + 0x4000_0000) >>> 0 : offset), u16(0)]);
  });
  return {
    content: Buffer.concat(content),
    pieces: Buffer.concat([u32(...starts, text.length), ...descriptors]),
    offsetOf: (position: number) => {
      const start = Math.floor(position / size) * size;
      return offsets.get(start)! + (position - start) * width;
    },
  };
}

interface Properties {
  from: number;
  to: number;
  bytes: Buffer;
}

function runsOf(paragraphs: readonly TestParagraph[]): Properties[] {
  let at = 0;
  return paragraphs.flatMap((paragraph) =>
    [...paragraph.runs, paragraph.mark ?? '\r'].map((run) => {
      const from = at;
      at += typeof run === 'string' ? run.length : run.text.length;
      return { from, to: at, bytes: (typeof run === 'string' ? undefined : run.sprms) ?? Buffer.alloc(0) };
    }),
  );
}

function paragraphsOf(paragraphs: readonly TestParagraph[]): Properties[] {
  let at = 0;
  return paragraphs.map((paragraph) => {
    const from = at;
    at += textOf(paragraph).length;
    return {
      from,
      to: at,
      bytes: Buffer.concat([u16(paragraph.style ?? 0), paragraph.sprms ?? Buffer.alloc(0)]),
    };
  });
}

/** A table of pages with one character each, so that runs may be cut by pieces. */
function propertyTable(
  runs: readonly Properties[],
  {
    offsetOf,
    width,
    pages,
    words,
  }: {
    offsetOf: (position: number) => number;
    width: number;
    pages: { bytes: Buffer[]; first: number };
    words: boolean;
  },
): Buffer {
  const entries = runs
    .flatMap(({ from, to, bytes }) =>
      Array.from({ length: to - from }, (_, i) => ({ offset: offsetOf(from + i), bytes })),
    )
    .sort((a, b) => a.offset - b.offset);
  const numbers = entries.map(({ offset, bytes }) => {
    const page = Buffer.alloc(512);
    u32(offset, offset + width).copy(page);
    page[8] = 32;
    if (words) page[64] = 0;
    page[words ? 65 : 64] = words ? Math.ceil(bytes.length / 2) : bytes.length;
    bytes.copy(page, words ? 66 : 65);
    page[511] = 1;
    pages.bytes.push(page);
    return pages.first + pages.bytes.length - 1;
  });
  const last = entries.at(-1)?.offset ?? textStart;
  return u32(...entries.map(({ offset }) => offset), last + width, ...numbers);
}

function styleSheet(styles: readonly TestStyle[]): Buffer {
  const parts = styles.map(
    ({ builtIn, name, base = 0xfff, paragraph = Buffer.alloc(0), characters = Buffer.alloc(0) }, index) => {
      const body = Buffer.concat([
        u16(builtIn, 1 | (base << 4), 2 | (index << 4), 0, 0),
        u16(name.length),
        Buffer.from(`${name}\0`, 'utf16le'),
        padded(Buffer.concat([u16(paragraph.length + 2, index), paragraph])),
        padded(Buffer.concat([u16(characters.length), characters])),
      ]);
      return Buffer.concat([u16(body.length), body]);
    },
  );
  return Buffer.concat([u16(4, styles.length, 10), ...parts]);
}

const padded = (bytes: Buffer) => (bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(1)]));
