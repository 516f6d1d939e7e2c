import { type IncomingMessage } from 'node:http';
import { type Readable } from 'node:stream';
import { sentFilename } from '../../../src/domain/platform/filename';
import { customMetadataBytesMax } from '../../../src/domain/documents/custom-metadata';
import { fileBytesMax } from '../../../src/domain/platform/limits';
import { openForm } from '../../platform/uploads/incoming-form';

const partName = 'files';
const filesMax = 20;
const fieldsMax = 32;
/** Longest field of a form, in bytes. The JSON of metadata may be longer than the metadata itself. */
const fieldBytesMax = 4 * customMetadataBytesMax;
const formBytesMax = filesMax * fileBytesMax + fieldsMax * fieldBytesMax;

/** A file of a form while it arrives. */
export interface FormFile {
  filename: string;
  contentType: string;
  body: Readable;
}

/**
 * A complete form: the results of `store` in the order of its files, and its other fields as they were sent.
 */
export interface ReceivedForm<T> {
  files: T[];
  fields: Record<string, string>;
}

/**
 * Receives a form of 1 to 20 parts `files` and any other fields, in any order. `store` is called with each
 * file as soon as the file begins. Settles when no work on the form is left.
 *
 * @throws Refusal `unsupported_media_type`, `payload_too_large`
 * @throws ValidationError for unnamed, misnamed, missing or too many parts, and for an interrupted form
 * @throws what `store` throws
 */
export async function receiveFiles<T>(
  request: IncomingMessage,
  store: (file: FormFile) => Promise<T>,
): Promise<ReceivedForm<T>> {
  const form = openForm<T>(
    request,
    {
      limits: { files: filesMax, fields: fieldsMax, fieldSize: fieldBytesMax },
      isPartAFile: (name, _, filename) => filename !== undefined || name === partName,
    },
    { bytesMax: formBytesMax, tooLarge: 'payload_too_large' },
  );
  const { parser, refuse } = form;
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;

  parser.on('file', (name: string | undefined, part: Readable, sent: string | undefined, _, type: string) => {
    const filename = sentFilename(sent ?? '');
    if (name !== partName) refuse(name ?? '', 'is not a file of this form', 'extra_forbidden');
    else if (filename === null) refuse(partName, 'has no file name', 'missing');
    else form.add(store({ filename, contentType: type, body: part }));
  });
  parser.on('field', (name: string | undefined, value: string, _nameCut: boolean, valueCut: boolean) => {
    if (name === undefined || name in fields) refuse(name ?? '', 'may be given once', 'value_error');
    else if (valueCut) refuse(name, `is longer than ${fieldBytesMax} bytes`, 'string_too_long');
    else fields[name] = value;
  });
  parser.on('filesLimit', () => {
    refuse(partName, `may be at most ${filesMax} parts`, 'too_long');
  });
  parser.on('fieldsLimit', () => {
    refuse(partName, 'has too many fields beside it', 'too_long');
  });
  return { files: await form.end(partName), fields };
}
