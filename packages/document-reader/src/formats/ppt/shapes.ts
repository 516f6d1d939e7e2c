import { type Frame } from '../slides/placeholder';
import { inReadingOrder, type Placed } from '../slides/reading-order';
import { type PptRecord, recordIn, recordsOf, RecordType } from './records';
import { type PptText, readTexts } from './texts';

/** Placeholders by number ([MS-PPT] 2.13.21). */
export const Placeholder = {
  date: 7,
  slideNumber: 8,
  footer: 9,
  header: 10,
  notesBody: 12,
  title: 13,
  centerTitle: 15,
  verticalTitle: 17,
} as const;

const lineShape = 20;
const groupsMax = 20;
const cellsMax = 1_000_000;
const tableOption = 0x039f;
const isTable = 0x01;
const optionBytes = 6;

/** A shape with text, or a table of such shapes. */
export type PptShape =
  | { kind: 'text'; placeholder: number; text: PptText; frame: Frame | null }
  | { kind: 'table'; rows: string[][]; frame: Frame | null };

/** Transformation of frames in a group. */
type Transform = (frame: Frame) => Frame;

/**
 * Shapes of a slide or its notes, in the order in which they are read.
 *
 * @param outline texts of the slide that its shapes refer to
 * @param warn takes a sentence where groups lie too deep in each other to be read
 */
export function readShapes(
  slide: Buffer,
  outline: readonly PptText[],
  warn: (sentence: string) => void,
): PptShape[] {
  const drawing = recordIn(slide, RecordType.drawing);
  const container = drawing && recordIn(drawing.bytes, RecordType.drawingContainer);
  const placed: Placed<PptShape>[] = [];
  for (const record of recordsOf(container?.bytes ?? Buffer.alloc(0)))
    if (record.type === RecordType.shapeGroup) placed.push(...membersOf(record, (frame) => frame, 0));
  return inReadingOrder(placed);

  function membersOf(group: PptRecord, transform: Transform, depth: number): Placed<PptShape>[] {
    return [...recordsOf(group.bytes)].flatMap((record): Placed<PptShape>[] => {
      if (record.type === RecordType.shape) {
        const shape = readShape(record.bytes, transform, outline);
        return shape === null ? [] : [{ frame: shape.frame, items: [shape] }];
      }
      if (record.type !== RecordType.shapeGroup) return [];
      const head = recordIn(record.bytes, RecordType.shape)?.bytes ?? Buffer.alloc(0);
      const own = frameOf(head);
      const frame = own && transform(own);
      if (isTableGroup(head)) {
        const rows = readTable(record);
        if (rows !== null) return [{ frame, items: [{ kind: 'table', rows, frame }] }];
      }
      if (depth >= groupsMax) {
        warn(`Shapes in more than ${groupsMax} groups were left out.`);
        return [];
      }
      const members = membersOf(record, groupTransform(head, own, transform), depth + 1);
      return frame === null ? members : [{ frame, items: inReadingOrder(members) }];
    });
  }
}

/** A shape with its text; null for one without. */
function readShape(
  shape: Buffer,
  transform: Transform,
  outline: readonly PptText[],
): (PptShape & { kind: 'text' }) | null {
  const text = textOf(shape, outline);
  if (text === null) return null;
  const own = frameOf(shape);
  const data = recordIn(shape, RecordType.clientData);
  const placeholder = data && recordIn(data.bytes, RecordType.placeholder);
  return {
    kind: 'text',
    placeholder: placeholder?.bytes[4] ?? 0,
    text,
    frame: own && transform(own),
  };
}

/** Text of a shape: its own, or one of the outline. */
function textOf(shape: Buffer, outline: readonly PptText[]): PptText | null {
  const box = recordIn(shape, RecordType.textBox);
  if (box === undefined) return null;
  const reference = recordIn(box.bytes, RecordType.outlineTextReference);
  if (reference !== undefined && reference.bytes.length >= 4)
    return outline[reference.bytes.readUInt32LE(0)] ?? null;
  return readTexts(recordsOf(box.bytes))[0] ?? null;
}

/** Place of a shape on its slide or in its group; null where it has none. */
function frameOf(shape: Buffer): Frame | null {
  const child = recordIn(shape, RecordType.childAnchor)?.bytes;
  if (child !== undefined && child.length >= 16) {
    const [left, top, right, bottom] = [0, 4, 8, 12].map((at) => child.readInt32LE(at)) as Corners;
    return { x: left, y: top, width: right - left, height: bottom - top };
  }
  const anchor = recordIn(shape, RecordType.anchor)?.bytes;
  if (anchor === undefined || anchor.length < 8) return null;
  const [top, left, right, bottom] = (
    anchor.length >= 16
      ? [0, 4, 8, 12].map((at) => anchor.readInt32LE(at))
      : [0, 2, 4, 6].map((at) => anchor.readInt16LE(at))
  ) as Corners;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

type Corners = [number, number, number, number];

/** Transformation from the coordinates of a group, which its first shape declares. */
function groupTransform(head: Buffer, own: Frame | null, outer: Transform): Transform {
  const inner = recordIn(head, RecordType.groupFrame)?.bytes;
  if (own === null || inner === undefined || inner.length < 16) return outer;
  const [left, top, right, bottom] = [0, 4, 8, 12].map((at) => inner.readInt32LE(at)) as Corners;
  const scaleX = own.width / (right - left || 1);
  const scaleY = own.height / (bottom - top || 1);
  return (frame) =>
    outer({
      x: own.x + (frame.x - left) * scaleX,
      y: own.y + (frame.y - top) * scaleY,
      width: frame.width * scaleX,
      height: frame.height * scaleY,
    });
}

function isTableGroup(head: Buffer): boolean {
  const options = recordIn(head, RecordType.moreOptions);
  if (options === undefined) return false;
  const { bytes, instance } = options;
  for (let i = 0, at = 0; i < instance && at + optionBytes <= bytes.length; i++, at += optionBytes)
    if ((bytes.readUInt16LE(at) & 0x3fff) === tableOption)
      return (bytes.readUInt32LE(at + 2) & isTable) !== 0;
  return false;
}

/** Rows of a table, whose cells are shapes beside and below each other; null for too many of them. */
function readTable(group: PptRecord): string[][] | null {
  const [, ...shapes] = [...recordsOf(group.bytes)].filter(({ type }) => type === RecordType.shape);
  const cells = shapes.flatMap(({ bytes }) => {
    const frame = frameOf(bytes);
    const isLine = recordIn(bytes, RecordType.shapeProperties)?.instance === lineShape;
    if (frame === null || isLine) return [];
    const paragraphs = textOf(bytes, [])?.paragraphs ?? [];
    return [
      {
        frame,
        text: paragraphs
          .map(({ text }) => text)
          .filter((text) => text !== '')
          .join('\n'),
      },
    ];
  });
  const tops = placesOf(cells.map(({ frame }) => frame.y));
  const lefts = placesOf(cells.map(({ frame }) => frame.x));
  if (cells.length === 0 || tops.size * lefts.size > cellsMax) return null;
  const rows = Array.from({ length: tops.size }, () => Array<string>(lefts.size).fill(''));
  for (const { frame, text } of cells) rows[tops.get(frame.y)!]![lefts.get(frame.x)!] = text;
  return rows;
}

function placesOf(values: readonly number[]): Map<number, number> {
  const distinct = [...new Set(values)].sort((a, b) => a - b);
  return new Map(distinct.map((value, index) => [value, index]));
}
