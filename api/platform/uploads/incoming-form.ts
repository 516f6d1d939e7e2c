import { type IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { type BusboyConfig, type BusboyInstance, Busboy } from '@fastify/busboy';
import { type PlatformErrorCode } from '../../../src/domain/platform/errors';
import { isRefusal, Refusal, ValidationError, type FieldIssue } from '../../../src/domain/platform/refusal';
import { requestBody } from './request-body';

/** A form while it arrives; `T` is the result of one file. */
export interface IncomingForm<T> {
  /** Emits the parts. */
  parser: BusboyInstance;
  /** Stops reading the form because of a wrong part; the first reason is reported. */
  refuse: (part: string, msg: string, type: string) => void;
  /** Registers work that reads a file. When the work fails, reading the form stops. */
  add(work: Promise<T>): void;
  /**
   * Reads the form to its end. Settles when no work on the form is left.
   *
   * @param required name of the part that the form must have
   * @returns the results of the files, in their order
   * @throws Refusal, and the errors of the work on a file
   * @throws ValidationError for a refused part, a missing file, and an interrupted form
   */
  end(required: string): Promise<T[]>;
}

/**
 * Opens the form of a request.
 *
 * @param bytesMax longest body, by its `Content-Length`
 * @param tooLarge code of the refusal of a longer body
 * @throws Refusal `unsupported_media_type`, `tooLarge`
 */
export function openForm<T>(
  request: IncomingMessage,
  config: Required<Pick<BusboyConfig, 'limits' | 'isPartAFile'>>,
  { bytesMax, tooLarge }: { bytesMax: number; tooLarge: 'file_too_large' | 'payload_too_large' },
): IncomingForm<T> {
  const parser = createFormParser(request, config);
  if (Number(request.headers['content-length'] ?? 0) > bytesMax)
    throw new Refusal<PlatformErrorCode>(tooLarge);
  const body = requestBody(request);
  const parts: Readable[] = [];
  const working: Promise<T>[] = [];
  let wrong: ValidationError | null = null;

  function giveUp(): void {
    body.destroy();
    // When all bytes of the form have arrived, the parser would wait for the readers of its parts.
    parser.destroy();
  }

  parser.on('file', (_, part: Readable) => {
    // The form reports the same error. Without this listener a part without a reader would end the process.
    part.on('error', () => undefined);
    parts.push(part);
  });

  return {
    parser,

    refuse(part, msg, type) {
      wrong ??= wrongForm(part, msg, type);
      giveUp();
    },

    add(work) {
      work.catch(giveUp);
      working.push(work);
    },

    async end(required) {
      const broken = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
        pipeline(body, parser, (error) => {
          if (error) for (const part of parts) part.destroy(error);
          resolve(error ?? null);
        });
      });
      const failed = (await Promise.allSettled(working)).find(({ status }) => status === 'rejected') as
        | PromiseRejectedResult
        | undefined;
      if (wrong !== null) throw wrong;
      if (isRefusal(failed?.reason)) throw failed.reason;
      // A premature close is ours, after failed work. Other errors are the client's: it
      // disconnected or sent no valid form.
      if (broken !== null && broken.code !== 'ERR_STREAM_PREMATURE_CLOSE')
        throw request.complete ? wrongForm(null, 'is not a whole form', 'value_error') : broken;
      if (failed !== undefined) throw failed.reason;
      if (working.length === 0) throw wrongForm(required, 'is required', 'missing');
      return Promise.all(working);
    },
  };
}

const partHeadersMax = 20;

const partHeaderBytesMax = 8 * 1024;

/**
 * Creates a parser for the parts of a form, with bounded part headers.
 *
 * @throws Refusal `unsupported_media_type`
 */
function createFormParser(
  request: IncomingMessage,
  { limits, isPartAFile }: Required<Pick<BusboyConfig, 'limits' | 'isPartAFile'>>,
): BusboyInstance {
  const type = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data *;.*boundary=/i.test(type)) {
    throw new Refusal('unsupported_media_type', {
      message: 'The route takes multipart/form-data with a boundary.',
    });
  }
  return new Busboy({
    headers: { ...request.headers, 'content-type': type },
    limits: { ...limits, headerPairs: partHeadersMax, headerSize: partHeaderBytesMax },
    isPartAFile,
    preservePath: true,
  });
}

/** Error for a part of a form, or for the form itself when `part` is null. */
function wrongForm(part: string | null, msg: string, type: string): ValidationError {
  const loc: FieldIssue['loc'] = part === null ? ['body'] : ['body', part];
  return new ValidationError([{ loc, msg, type }]);
}
