import { rangeName } from '../../a1';
import { type ByteStream } from '../../source/byte-stream';
import { type DrawingRecord, drawingRecords, readBytes } from './drawing-record';

/** A shape of a sheet's drawing. */
export interface Shape {
  /** Number of its image in the workbook, 0 for none. */
  picture: number;
  name: string;
  altText: string;
  /** A1 range; a shape in a group has the group's. */
  anchor: string | null;
  /** True where an OBJ record describes the shape. */
  isObject: boolean;
}

const drawingContainer = 0xf002;
const groupContainer = 0xf003;
const shapeContainer = 0xf004;
const shapeRecord = 0xf00a;
const optionsRecord = 0xf00b;
const clientAnchorRecord = 0xf010;
const clientDataRecord = 0xf011;
const isGroupFlag = 0x01;
const pictureOption = 0x0104;
const nameOption = 0x0380;
const altTextOption = 0x0381;
const shapesMax = 100_000;
const optionsBytesMax = 1024 * 1024;

/** Reads the shapes of a drawing in their order; those past 100,000 are left out. */
export function readShapes(drawing: ByteStream): Shape[] {
  const shapes: Shape[] = [];
  let groupAnchor: string | null = null;
  for (const container of shapeContainers(drawing)) {
    if (shapes.length >= shapesMax) break;
    const { shape, isGroup } = readShape(drawing, container);
    if (isGroup) groupAnchor = shape.anchor;
    shapes.push({ ...shape, anchor: shape.anchor ?? groupAnchor });
  }
  return shapes;
}

/** Walks drawings and nested groups and skips all records that are not shapes. */
function* shapeContainers(drawing: ByteStream): Generator<DrawingRecord> {
  for (let at = 0; at < drawing.byteSize;) {
    const [found] = drawingRecords(drawing, at, drawing.byteSize);
    if (!found) return;
    if (found.type === shapeContainer) yield found;
    at = found.type === drawingContainer || found.type === groupContainer ? found.start : found.end;
  }
}

function readShape(drawing: ByteStream, container: DrawingRecord): { shape: Shape; isGroup: boolean } {
  const shape: Shape = { picture: 0, name: '', altText: '', anchor: null, isObject: false };
  let isGroup = false;
  for (const { type, instance, start, end } of drawingRecords(drawing, container.start, container.end)) {
    if (type === clientDataRecord) shape.isObject = true;
    if (type !== shapeRecord && type !== optionsRecord && type !== clientAnchorRecord) continue;
    const data = readBytes(drawing, start, Math.min(end, start + optionsBytesMax));
    if (type === shapeRecord) isGroup = data.length >= 8 && (data.readUInt32LE(4) & isGroupFlag) !== 0;
    else if (type === optionsRecord) readOptions(data, instance, shape);
    else shape.anchor = anchorOf(data);
  }
  return { shape, isGroup };
}

/**
 * Reads an option table ([MS-ODRAW] 2.3); texts follow it, in the order of the entries with their lengths.
 */
function readOptions(data: Buffer, count: number, shape: Shape): void {
  let complex = count * 6;
  for (let at = 0; at + 6 <= data.length && at < count * 6; at += 6) {
    const id = data.readUInt16LE(at);
    const value = data.readUInt32LE(at + 2);
    const option = id & 0x3fff;
    if (option === pictureOption) shape.picture = value;
    if ((id & 0x8000) === 0) continue;
    const text = data
      .toString('utf16le', complex, Math.min(complex + value, data.length))
      .replace(/\0.*$/s, '');
    if (option === nameOption) shape.name = text;
    if (option === altTextOption) shape.altText = text;
    complex += value;
  }
}

/** A1 range of a shape's anchor ([MS-XLS] 2.5.193). */
function anchorOf(data: Buffer): string | null {
  if (data.length < 18) return null;
  const [firstColumn, firstRow] = [data.readUInt16LE(2), data.readUInt16LE(6)];
  const [lastColumn, lastRow] = [data.readUInt16LE(10), data.readUInt16LE(14)];
  const inside = firstColumn <= lastColumn && firstRow <= lastRow && lastColumn < 256;
  return inside ? rangeName(firstRow + 1, lastRow + 1, firstColumn, lastColumn) : null;
}
