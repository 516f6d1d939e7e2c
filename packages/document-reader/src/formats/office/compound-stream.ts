import { type CompoundFile } from 'spreadsheet-reader/toolkit';
import { DocumentError } from '../../document-error';

const streamBytesMax = 256 * 1024 * 1024;

/**
 * Bytes of a stream of a compound file; null where the file has none.
 *
 * @throws DocumentError `too_large` past 256 MiB
 */
export function streamBytes(container: CompoundFile, name: string): Buffer | null {
  const stream = container.rootNames.has(name) ? container.stream(name) : null;
  if (stream === null) return null;
  if (stream.byteSize > streamBytesMax)
    throw new DocumentError(
      'too_large',
      'The file has more than 256 MiB of text and pictures; save it as DOCX or PPTX.',
    );
  const bytes = Buffer.alloc(stream.byteSize);
  return bytes.subarray(0, stream.read(bytes, 0));
}

/** Error of an Office file of before 2007 that contradicts itself or ends early. */
export function damagedOffice(reason: string): DocumentError {
  return new DocumentError('corrupt', `The file is damaged: ${reason}.`);
}
