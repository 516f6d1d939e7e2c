import { writeCompoundFile } from '../../../spreadsheet-reader/test/xls/compound-file-writer';

/** A record with its data, or with the records in it. */
export function record(type: number, data: Buffer | readonly Buffer[], instance = 0): Buffer {
  const isContainer = !Buffer.isBuffer(data);
  const bytes = isContainer ? Buffer.concat(data) : data;
  const head = Buffer.alloc(8);
  head.writeUInt16LE((instance << 4) | (isContainer ? 0xf : 0), 0);
  head.writeUInt16LE(type, 2);
  head.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([head, bytes]);
}

function i32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, i) => bytes.writeInt32LE(value | 0, i * 4));
  return bytes;
}

/** Records of a text of a type, in UTF-16 or, where it is narrow, in bytes. */
export const text = (type: number, content: string, isNarrow = false) => [
  record(3_999, i32(type)),
  isNarrow ? record(4_008, Buffer.from(content, 'latin1')) : record(4_000, Buffer.from(content, 'utf16le')),
];

/** Levels of paragraphs: characters of each run, its level, and whether it says that it has a bullet. */
export const levels = (
  ...runs: readonly (readonly [characters: number, level: number, bullet?: boolean])[]
) =>
  record(
    4_001,
    Buffer.concat(
      runs.map(([characters, level, bullet]) => {
        const flags = Buffer.alloc(bullet === undefined ? 0 : 2, bullet === true ? 1 : 0);
        const head = Buffer.alloc(10);
        head.writeUInt32LE(characters, 0);
        head.writeUInt16LE(level, 4);
        head.writeUInt32LE(bullet === undefined ? 0 : 1, 6);
        return Buffer.concat([head, bullet === true ? Buffer.from([1, 0]) : flags]);
      }),
    ),
  );

/** A frame: left, top, right, bottom. */
export type Corners = readonly [number, number, number, number];

/** A shape with a text, at a place of the slide. */
export function shape(
  content: readonly Buffer[],
  { at, placeholder, isChild = false }: { at?: Corners; placeholder?: number; isChild?: boolean } = {},
): Buffer {
  const [left = 0, top = 0, right = 0, bottom = 0] = at ?? [];
  const anchor = isChild
    ? record(0xf00f, i32(left, top, right, bottom))
    : record(0xf010, i32(top, left, right, bottom));
  return record(0xf004, [
    record(0xf00a, i32(0, 0), 1),
    ...(at === undefined ? [] : [anchor]),
    ...(placeholder === undefined
      ? []
      : [record(0xf011, [record(3_011, Buffer.from([0, 0, 0, 0, placeholder, 0, 0, 0]))])]),
    record(0xf00d, content),
  ]);
}

/** A reference to a text of the outline. */
export const outlined = (index: number) => [record(3_998, i32(index))];

/** A group of shapes, in its own coordinates, which may be a table. */
export function group(
  shapes: readonly Buffer[],
  { at, inner = at, isTable = false }: { at: Corners; inner?: Corners; isTable?: boolean },
): Buffer {
  const [left, top, right, bottom] = at;
  const option = Buffer.concat([Buffer.from([0x9f, 0x03]), i32(1)]);
  const head = record(0xf004, [
    record(0xf009, i32(...inner)),
    record(0xf00a, i32(0, 0)),
    ...(isTable ? [record(0xf122, option, 1)] : []),
    record(0xf010, i32(top, left, right, bottom)),
  ]);
  return record(0xf003, [head, ...shapes]);
}

export interface TestSlide {
  shapes: readonly Buffer[];
  outline?: readonly Buffer[];
  notes?: readonly Buffer[];
}

/** Streams of a presentation of 97 to 2003, its slides in the order of `order`. */
export function pptStreams(
  slides: readonly TestSlide[],
  { order = slides.map((_, i) => i) }: { order?: readonly number[] } = {},
): { presentation: Buffer; user: Buffer } {
  const drawing = (shapes: readonly Buffer[]) =>
    record(1_036, [
      record(0xf002, [record(0xf003, [record(0xf004, [record(0xf00a, i32(0, 0))]), ...shapes])]),
    ]);
  const persist = (object: number, id: number) => record(1_011, i32(object, 0, 0, id, 0));
  const objects = slides.flatMap(({ shapes, notes = [] }, i) => [
    record(1_006, [record(1_007, i32(0, 0, 0, 0, 500 + i, 0)), drawing(shapes)]),
    record(1_008, [record(1_009, i32(256 + i, 0)), drawing(notes)]),
  ]);
  const document = record(1_000, [
    record(1_001, i32(5_760, 4_320, 0, 0)),
    record(
      4_080,
      order.flatMap((i) => [persist(2 + i * 2, 256 + i), ...(slides[i]!.outline ?? [])]),
    ),
    record(
      4_080,
      slides.map((_, i) => persist(3 + i * 2, 500 + i)),
      2,
    ),
  ]);
  // A first save has an older document, which the list of the last one replaces.
  const stale = record(1_000, [record(4_080, [])]);
  const parts = [stale, document, ...objects];
  const offsets: number[] = [];
  let at = 0;
  for (const part of parts) {
    offsets.push(at);
    at += part.length;
  }
  const first = record(6_002, i32(1 | (1 << 20), offsets[0]!));
  const firstSave = record(4_085, i32(0, 0, 0, at, 1, 0, 0));
  const second = record(6_002, i32(1 | ((parts.length - 1) << 20), ...offsets.slice(1)));
  const firstSaveAt = at + first.length;
  const secondAt = firstSaveAt + firstSave.length;
  const secondSave = record(4_085, i32(0, 0, firstSaveAt, secondAt, 1, 0, 0));
  const presentation = Buffer.concat([...parts, first, firstSave, second, secondSave]);
  const user = record(4_086, i32(20, 0xe391c05f, secondAt + second.length, 0));
  return { presentation, user };
}

/** The same as a compound file. */
export function pptBytes(...input: Parameters<typeof pptStreams>): Buffer {
  const { presentation, user } = pptStreams(...input);
  return writeCompoundFile({ 'PowerPoint Document': presentation, 'Current User': user });
}
