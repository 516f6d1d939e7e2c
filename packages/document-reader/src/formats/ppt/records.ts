import { damagedOffice } from '../office/compound-stream';

/** Numbers of the records that are read ([MS-PPT] 2.13.24, [MS-ODRAW] 2.1.4). */
export const RecordType = {
  document: 1_000,
  documentAtom: 1_001,
  slide: 1_006,
  slideAtom: 1_007,
  notes: 1_008,
  slidePersist: 1_011,
  drawing: 1_036,
  placeholder: 3_011,
  outlineTextReference: 3_998,
  textHeader: 3_999,
  textCharacters: 4_000,
  textStyle: 4_001,
  textBytes: 4_008,
  slideNumber: 4_056,
  slideList: 4_080,
  userEdit: 4_085,
  dateTime: 4_087,
  genericDate: 4_088,
  headerText: 4_089,
  footerText: 4_090,
  persistDirectory: 6_002,
  drawingContainer: 0xf002,
  shapeGroup: 0xf003,
  shape: 0xf004,
  groupFrame: 0xf009,
  shapeProperties: 0xf00a,
  textBox: 0xf00d,
  childAnchor: 0xf00f,
  anchor: 0xf010,
  clientData: 0xf011,
  moreOptions: 0xf122,
} as const;

const headBytes = 8;

/** A record of the presentation's stream; its data is `bytes`. */
export interface PptRecord {
  type: number;
  instance: number;
  bytes: Buffer;
}

/** Records that lie behind each other; one that is cut ends the list. */
export function* recordsOf(bytes: Buffer): Generator<PptRecord, undefined> {
  for (let at = 0; at + headBytes <= bytes.length;) {
    const end = at + headBytes + bytes.readUInt32LE(at + 4);
    if (end > bytes.length) return undefined;
    yield {
      type: bytes.readUInt16LE(at + 2),
      instance: bytes.readUInt16LE(at) >> 4,
      bytes: bytes.subarray(at + headBytes, end),
    };
    at = end;
  }
  return undefined;
}

/** The first record of a type among those of a container, undefined for none. */
export function recordIn(bytes: Buffer, type: number): PptRecord | undefined {
  for (const record of recordsOf(bytes)) if (record.type === type) return record;
  return undefined;
}

/**
 * The record at an offset.
 *
 * @throws DocumentError `corrupt` where it is cut
 */
export function recordAt(stream: Buffer, offset: number): PptRecord {
  const [record] = recordsOf(stream.subarray(offset));
  if (record === undefined) throw damagedOffice('a part of the presentation is not where it should be');
  return record;
}
