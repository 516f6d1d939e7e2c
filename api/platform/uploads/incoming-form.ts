import { type IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { type BusboyConfig, type BusboyInstance } from '@fastify/busboy';
import { type PlatformErrorCode } from '../../../src/domain/platform/errors';
import { isRequestError, RequestError, type ValidationError } from '../../http/request-error';
import { createFormParser, wrongForm } from './form-parser';
import { requestBody } from './request-body';

/** A form while it arrives; `T` is what becomes of a file of it. */
export interface IncomingForm<T> {
  /** Tells of the parts. */
  parser: BusboyInstance;
  /** Gives the form up for what is wrong with a part; what was said first counts. */
  refuse: (part: string, msg: string, type: string) => void;
  /** Work that reads a file; when it fails, the form is given up. */
  add(work: Promise<T>): void;
  /**
   * Reads the form to its end; settles when nothing of it is being worked on any more.
   *
   * @param required the part without which the form is refused
   * @returns what became of the files, in their order
   * @throws RequestError, or whatever the work on a file throws
   * @throws ValidationError for what was refused, a missing file, and a form that breaks off
   */
  end(required: string): Promise<T[]>;
}

/**
 * @param bytesMax longest body, as its client declares it
 * @param tooLarge what a longer one is told
 * @throws RequestError `unsupported_media_type`, `tooLarge`
 */
export function openForm<T>(
  request: IncomingMessage,
  config: Required<Pick<BusboyConfig, 'limits' | 'isPartAFile'>>,
  { bytesMax, tooLarge }: { bytesMax: number; tooLarge: 'file_too_large' | 'payload_too_large' },
): IncomingForm<T> {
  const parser = createFormParser(request, config);
  if (Number(request.headers['content-length'] ?? 0) > bytesMax)
    throw new RequestError<PlatformErrorCode>(tooLarge);
  const body = requestBody(request);
  const parts: Readable[] = [];
  const working: Promise<T>[] = [];
  let wrong: ValidationError | null = null;

  function giveUp(): void {
    body.destroy();
    // It waits for the readers of its parts where all bytes of the form are there already.
    parser.destroy();
  }

  parser.on('file', (_, part: Readable) => {
    // What a part reports after its reader is gone is reported by the form as well.
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
        PromiseRejectedResult | undefined;
      if (wrong !== null) throw wrong;
      if (isRequestError(failed?.reason)) throw failed.reason;
      // Closed by us when the work failed; everything else is the client's: gone, or its form is none.
      if (broken !== null && broken.code !== 'ERR_STREAM_PREMATURE_CLOSE')
        throw request.complete ? wrongForm(null, 'is not a whole form', 'value_error') : broken;
      if (failed !== undefined) throw failed.reason;
      if (working.length === 0) throw wrongForm(required, 'is required', 'missing');
      return Promise.all(working);
    },
  };
}
