import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { recordsBytesMax } from '../../domain/products/limits';
import { createByteLimit } from '../../streams/byte-limit';

/** Fault of a body as a whole: nothing of it can be staged. */
export type RecordsBodyFault = 'too_large' | 'too_many' | 'malformed';

/** A body of records that is refused as a whole. */
export class RecordsBodyError extends Error {
  override readonly name = 'RecordsBodyError';

  constructor(
    readonly fault: RecordsBodyFault,
    /** Sentence for the client. */
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export interface BodyForm {
  gzip: boolean;
  /** Default: the bytes of an upload. */
  bytesMax?: number;
  /** Sees the bytes as they were sent. */
  onSent?: (chunk: Buffer) => void;
}

/**
 * Bytes of a body without its content encoding. At most `bytesMax` bytes pass, before and after
 * decompression, so that a small body cannot become a large one.
 *
 * @throws RecordsBodyError `too_large`; `malformed` for data that is not gzip or ends early
 */
export async function* decodedBody(
  body: Readable,
  { gzip, bytesMax = recordsBytesMax, onSent }: BodyForm,
): AsyncGenerator<Buffer> {
  const tooLarge = () => new RecordsBodyError('too_large', `The body is larger than ${bytesMax} bytes.`);
  const sent = createByteLimit(bytesMax, tooLarge, onSent === undefined ? {} : { onChunk: onSent });
  // The callback of `pipeline` has nothing to add: the stream that is read fails with the error.
  const ignore = () => undefined;
  const decoded = gzip
    ? pipeline(body, sent, createGunzip(), createByteLimit(bytesMax, tooLarge), ignore)
    : pipeline(body, sent, ignore);
  try {
    yield* decoded as AsyncIterable<Buffer>;
  } catch (error) {
    if (isGzipError(error))
      throw new RecordsBodyError('malformed', 'The body is not valid gzip.', { cause: error });
    throw error;
  } finally {
    decoded.destroy();
  }
}

/** Codes of zlib, such as `Z_DATA_ERROR`. */
function isGzipError(error: unknown): boolean {
  return String((error as NodeJS.ErrnoException).code).startsWith('Z_');
}
