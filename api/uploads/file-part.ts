import { type IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { RequestError, type ValidationError } from '../../src/domain/errors';
import { safeFilename } from '../../src/domain/filename';
import { fileBytesMax } from '../../src/domain/limits';
import { createFormParser, wrongForm } from './form-parser';
import { requestBody } from './request-body';

/** The one part that a form may have. */
const partName = 'file';
/** Boundaries and part headers around the file. */
const formOverheadBytesMax = 64 * 1024;

/** The file of a form while it arrives. */
export interface FilePart {
  filename: string;
  body: Readable;
}

/**
 * Takes a form that consists of one part `file`. `store` is given the part as soon as it begins; its outcome counts only when
 * the whole form turns out to be right. Settles when nothing of the form is being worked on any more.
 *
 * @throws RequestError `unsupported_media_type`, `file_too_large`
 * @throws ValidationError for a missing, unnamed or second part, and for a form that breaks off
 * @throws whatever `store` throws
 */
export async function receiveFilePart<T>(
  request: IncomingMessage,
  store: (part: FilePart) => Promise<T>,
): Promise<T> {
  const parser = createFormParser(request, { limits: { parts: 1 }, isPartAFile: () => true });
  if (Number(request.headers['content-length'] ?? 0) > fileBytesMax + formOverheadBytesMax) {
    throw new RequestError('file_too_large');
  }
  const form = requestBody(request);
  const seen: { part?: Readable; stored?: Promise<T>; wrong?: ValidationError } = {};
  const giveUp = () => {
    form.destroy();
    // It waits for the reader of its part where all bytes of the form are there already.
    parser.destroy();
  };
  const refuse = (name: string, msg: string, type: string) => {
    seen.wrong ??= wrongForm(name, msg, type);
    giveUp();
  };
  parser.on('file', (name: string | undefined, part: Readable, sentName: string | undefined) => {
    // What a part reports after its reader is gone is reported by the form as well.
    part.on('error', () => undefined);
    seen.part = part;
    const filename = safeFilename(sentName ?? '');
    if (name !== partName) refuse(name ?? '', 'is not a part of this form', 'extra_forbidden');
    else if (filename === null) refuse(partName, 'has no file name', 'missing');
    else {
      seen.stored = store({ filename, body: part });
      seen.stored.catch(giveUp);
    }
  });
  parser.on('partsLimit', () => {
    refuse(partName, 'must be the only part', 'extra_forbidden');
  });

  const broken = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
    pipeline(form, parser, (error) => {
      if (error) seen.part?.destroy(error);
      resolve(error ?? null);
    });
  });
  const [outcome] = await Promise.allSettled([seen.stored]);
  if (seen.wrong !== undefined) throw seen.wrong;
  if (outcome.status === 'rejected' && outcome.reason instanceof RequestError) throw outcome.reason;
  // Closed by us when `store` failed; everything else is the client's: gone, or its form is none.
  if (broken !== null && broken.code !== 'ERR_STREAM_PREMATURE_CLOSE') {
    throw request.complete ? wrongForm(null, 'is not a whole form', 'value_error') : broken;
  }
  if (seen.stored === undefined) throw wrongForm(partName, 'is required', 'missing');
  return seen.stored;
}
