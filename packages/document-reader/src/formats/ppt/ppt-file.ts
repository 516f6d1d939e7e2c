import { type CompoundFile } from 'spreadsheet-reader/toolkit';
import { DocumentError } from '../../document-error';
import { damagedOffice, streamBytes } from '../office/compound-stream';
import { type PptRecord, recordAt, RecordType } from './records';

const encryptedMark = 0xf3d1c4df;
/** Saves that a file keeps one behind the other; each reads a list of its own. */
const savesMax = 10_000;
const saveBytesMin = 20;
const encryptedSaveBytes = 32;
/** Objects that a presentation may have: numbers of 20 bits. */
const numberMask = 0xf_ffff;

/** A presentation by the numbers of its objects, as its last save has them. */
export interface PptFile {
  document: PptRecord;
  /** Object by its number; null where the file lacks it, and where it was given before. */
  object: (number: number) => PptRecord | null;
}

/**
 * Reads the lists of objects of a presentation ([MS-PPT] 2.1.2), the newest first.
 *
 * @throws DocumentError `encrypted`, `corrupt`
 */
export function openPptFile(container: CompoundFile): PptFile {
  const stream = streamBytes(container, 'powerpoint document') ?? Buffer.alloc(0);
  const user = streamBytes(container, 'current user');
  if (user === null || user.length < 20)
    throw new DocumentError(
      'unsupported',
      'Presentations of PowerPoint 95 and before are not read; save the file as PPTX.',
    );
  if (user.readUInt32LE(12) === encryptedMark || container.rootNames.has('encryptedsummary'))
    throw encrypted();
  const offsets = new Map<number, number>();
  let documentNumber: number | null = null;
  let next = user.readUInt32LE(16);
  for (let saves = 0; next !== 0 && saves < savesMax; saves++) {
    const { type, bytes } = recordAt(stream, next);
    if (type !== RecordType.userEdit || bytes.length < saveBytesMin)
      throw damagedOffice('its list of saves is damaged');
    if (bytes.length >= encryptedSaveBytes) throw encrypted();
    documentNumber ??= bytes.readUInt32LE(16);
    readOffsets(recordAt(stream, bytes.readUInt32LE(12)), offsets);
    const before = bytes.readUInt32LE(8);
    // A save lies behind those before it, so that the list has no circle.
    next = before < next ? before : 0;
  }
  // A few bytes could list one slide again and again.
  const given = new Set<number>();
  const object = (number: number): PptRecord | null => {
    const offset = offsets.get(number);
    if (offset === undefined || given.has(offset)) return null;
    given.add(offset);
    return recordAt(stream, offset);
  };
  const document = object(documentNumber ?? 0);
  if (document?.type !== RecordType.document) throw damagedOffice('its main part is missing');
  return { document, object };
}

/** Adds the places of a list, each of which counts objects with numbers that follow each other. */
function readOffsets({ type, bytes }: PptRecord, offsets: Map<number, number>): void {
  if (type !== RecordType.persistDirectory) throw damagedOffice('its list of objects is damaged');
  for (let at = 0; at + 4 <= bytes.length;) {
    const head = bytes.readUInt32LE(at);
    const first = head & numberMask;
    const count = head >>> 20;
    at += 4;
    for (let i = 0; i < count && at + 4 <= bytes.length; i++, at += 4)
      if (!offsets.has(first + i)) offsets.set(first + i, bytes.readUInt32LE(at));
  }
}

function encrypted(): DocumentError {
  return new DocumentError('encrypted', 'The file is protected by a password. Remove it and try again.');
}
