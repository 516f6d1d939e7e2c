import { type IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { RequestError, type ValidationError } from '../../src/domain/errors';
import { safeFilename } from '../../src/domain/filename';
import { customMetadataBytesMax } from '../../src/domain/custom-metadata';
import { fileBytesMax } from '../../src/domain/limits';
import { createFormParser, wrongForm } from '../uploads/form-parser';
import { requestBody } from '../uploads/request-body';

const filesMax = 20;
const fieldsMax = 32;
/** A field that is longer is refused; JSON may take more room than the metadata in it. */
const fieldBytesMax = 4 * customMetadataBytesMax;
const formBytesMax = filesMax * fileBytesMax + fieldsMax * fieldBytesMax;

/** A file of a form while it arrives. */
export interface FormFile {
  filename: string;
  contentType: string;
  body: Readable;
}

/** A whole form: what became of its files, in their order, and its fields as they were sent. */
export interface ReceivedForm<T> {
  files: T[];
  fields: Record<string, string>;
}

/**
 * Takes a form of 1 to 20 parts `files` and any other fields, in any order. `store` is given each file as soon as it begins;
 * settles when nothing of the form is being worked on any more.
 *
 * @throws RequestError `unsupported_media_type`, `payload_too_large`
 * @throws ValidationError for unnamed, misnamed, missing or too many parts, and for a form that breaks off
 * @throws whatever `store` throws
 */
export async function receiveFiles<T>(
  request: IncomingMessage,
  store: (file: FormFile) => Promise<T>,
): Promise<ReceivedForm<T>> {
  const parser = createFormParser(request, {
    limits: { files: filesMax, fields: fieldsMax, fieldSize: fieldBytesMax },
    isPartAFile: (name, _, filename) => filename !== undefined || name === 'files',
  });
  if (Number(request.headers['content-length'] ?? 0) > formBytesMax)
    throw new RequestError('payload_too_large');
  const form = requestBody(request);
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  const stored: Promise<T>[] = [];
  const parts: Readable[] = [];
  let wrong: ValidationError | null = null;
  const giveUp = () => {
    form.destroy();
    // It waits for the readers of its parts where all bytes of the form are there already.
    parser.destroy();
  };
  const refuse = (name: string, msg: string, type: string) => {
    wrong ??= wrongForm(name, msg, type);
    giveUp();
  };

  parser.on('file', (name: string | undefined, part: Readable, sent: string | undefined, _, type: string) => {
    // What a part reports after its reader is gone is reported by the form as well.
    part.on('error', () => undefined);
    parts.push(part);
    const filename = safeFilename(sent ?? '');
    if (name !== 'files') refuse(name ?? '', 'is not a file of this form', 'extra_forbidden');
    else if (filename === null) refuse('files', 'has no file name', 'missing');
    else {
      const work = store({ filename, contentType: type, body: part });
      work.catch(giveUp);
      stored.push(work);
    }
  });
  parser.on('field', (name: string | undefined, value: string, _nameCut: boolean, valueCut: boolean) => {
    if (name === undefined || name in fields) refuse(name ?? '', 'may be given once', 'value_error');
    else if (valueCut) refuse(name, `is longer than ${fieldBytesMax} bytes`, 'string_too_long');
    else fields[name] = value;
  });
  parser.on('filesLimit', () => {
    refuse('files', `may be at most ${filesMax} parts`, 'too_long');
  });
  parser.on('fieldsLimit', () => {
    refuse('files', 'has too many fields beside it', 'too_long');
  });

  const broken = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
    pipeline(form, parser, (error) => {
      if (error) for (const part of parts) part.destroy(error);
      resolve(error ?? null);
    });
  });
  const outcomes = await Promise.allSettled(stored);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  // The callbacks above have set it, which the compiler cannot see.
  const refused = wrong as ValidationError | null;
  if (refused !== null) throw refused;
  if (failed?.reason instanceof RequestError) throw failed.reason;
  // Closed by us when `store` failed; everything else is the client's: gone, or its form is none.
  if (broken !== null && broken.code !== 'ERR_STREAM_PREMATURE_CLOSE')
    throw request.complete ? wrongForm(null, 'is not a whole form', 'value_error') : broken;
  if (failed !== undefined) throw failed.reason;
  if (stored.length === 0) throw wrongForm('files', 'is required', 'missing');
  return { files: await Promise.all(stored), fields };
}
