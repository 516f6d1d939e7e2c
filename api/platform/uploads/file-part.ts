import { type IncomingMessage } from 'node:http';
import { type Readable } from 'node:stream';
import { sentFilename } from '../../../src/domain/platform/filename';
import { fileBytesMax } from '../../../src/domain/platform/limits';
import { openForm } from './incoming-form';

/** Name of the only part of a form. */
const partName = 'file';
/** Room for boundaries and part headers around the file. */
const formOverheadBytesMax = 64 * 1024;

/** The file of a form while it arrives. */
export interface FilePart {
  filename: string;
  body: Readable;
}

/**
 * Receives a form with a single part `file`. `store` is called with the part as soon as the part begins; its
 * outcome is used only when the whole form is valid. Settles when no work on the form is left.
 *
 * @throws Refusal `unsupported_media_type`, `file_too_large`
 * @throws ValidationError for a missing, unnamed or second part, and for an interrupted form
 * @throws what `store` throws
 */
export async function receiveFilePart<T>(
  request: IncomingMessage,
  store: (part: FilePart) => Promise<T>,
): Promise<T> {
  const form = openForm<T>(
    request,
    { limits: { parts: 1 }, isPartAFile: () => true },
    { bytesMax: fileBytesMax + formOverheadBytesMax, tooLarge: 'file_too_large' },
  );
  form.parser.on('file', (name: string | undefined, part: Readable, sentName: string | undefined) => {
    const filename = sentFilename(sentName ?? '');
    if (name !== partName) form.refuse(name ?? '', 'is not a part of this form', 'extra_forbidden');
    else if (filename === null) form.refuse(partName, 'has no file name', 'missing');
    else form.add(store({ filename, body: part }));
  });
  form.parser.on('partsLimit', () => {
    form.refuse(partName, 'must be the only part', 'extra_forbidden');
  });
  const [stored] = await form.end(partName);
  return stored!;
}
