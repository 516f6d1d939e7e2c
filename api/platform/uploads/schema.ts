import { z } from 'zod';
import { sentFilename } from '../../../src/domain/platform/filename';
import { fileBytesMax, filenameCharsMax, filePathCharsMax } from '../../../src/domain/platform/limits';
import { SHOWN_UPLOAD_STATES } from '../../../src/domain/platform/upload';
import { timestamp } from '../../http/fields/timestamp';
import { announceUploadExample, uploadExample } from './examples';

/** Longest name that is accepted; names longer than `filenameCharsMax` are cut. */
const sentFilenameCharsMax = 1_024;
const contentTypeCharsMax = 255;
const tokenChars = '[A-Za-z0-9!#$&^_.+-]+';

const fileId = z
  .string()
  .describe('`svc://` and the id of the upload, as requests take it.')
  .meta({ id: 'FileId', examples: [uploadExample.file_id] });
const filename = z
  .string()
  .describe(
    `The sent name with its folders, without control characters; at most ${filePathCharsMax} characters, and ` +
      `${filenameCharsMax} between two slashes. Of an absolute path or one with \`..\` the last segment.`,
  )
  .meta({ id: 'UploadFilename', examples: [uploadExample.filename] });
const contentType = z
  .string()
  .describe(
    'As the content shows; as announced for a file that is no spreadsheet, and before the bytes arrive.',
  )
  .meta({ id: 'UploadContentType', examples: [uploadExample.content_type] });
const sha256 = z.string().describe('SHA-256 of the bytes, hex.');

export const uploadForm = z
  .strictObject({
    file: z.string().meta({ format: 'binary' }).describe('With its name; the only part.'),
  })
  .meta({ id: 'UploadForm' });

export const uploadedFile = z
  .strictObject({
    file_id: fileId,
    filename,
    content_type: contentType,
    byte_size: z
      .number()
      .int()
      .meta({ examples: [uploadExample.byte_size] }),
    sha256: sha256.meta({ examples: [uploadExample.sha256] }),
    created_at: timestamp,
    expires_at: timestamp.describe('When the file is removed.'),
  })
  .meta({ id: 'UploadedFile' });
export type UploadedFile = z.infer<typeof uploadedFile>;

export const announceUploadBody = z
  .strictObject({
    filename: z
      .string()
      .min(1)
      .max(sentFilenameCharsMax)
      .refine((name) => sentFilename(name) !== null, 'names no file')
      .describe('See `UploadFilename`.'),
    byte_size: z.number().int().nonnegative().describe(`Exact size of the file: 1 to ${fileBytesMax} bytes.`),
    content_type: z
      .string()
      .max(contentTypeCharsMax)
      .regex(new RegExp(`^${tokenChars}/${tokenChars}(;[ -~]*)?$`), 'is not a media type')
      .default('application/octet-stream')
      .describe('What the bytes themselves show takes its place.'),
  })
  .meta({ id: 'AnnounceUploadRequest', examples: [announceUploadExample] });

export const announcedUpload = z
  .strictObject({
    file_id: fileId,
    upload_url: z
      .string()
      .describe('Takes the bytes by PUT, without a key.')
      .meta({ examples: [uploadExample.upload_url] }),
    method: z.literal('PUT'),
    expires_at: timestamp.describe('End of `upload_url`: 15 minutes from now.'),
  })
  .meta({ id: 'AnnouncedUpload' });
export type AnnouncedUpload = z.infer<typeof announcedUpload>;

export const uploadParams = z.strictObject({ upload_id: z.string().describe('`upl_…`, without `svc://`.') });

export const uploadLinkQuery = z.strictObject({
  expires: z.string().optional().describe('Unix seconds; part of `upload_url`.'),
  sig: z.string().optional().describe('Part of `upload_url`.'),
});

export const receivedUpload = z
  .strictObject({ file_id: fileId, state: z.literal('ready') })
  .meta({ id: 'ReceivedUpload' });

export const uploadResource = z
  .strictObject({
    file_id: fileId,
    state: z.enum(SHOWN_UPLOAD_STATES),
    filename,
    content_type: contentType,
    byte_size: z.number().int().nullable().describe('As announced, then as received.'),
    sha256: sha256.nullable().describe('SHA-256 of the bytes, hex; null until they are there.'),
    created_at: timestamp,
    expires_at: timestamp.describe('End of the link while `pending`; of the file once `ready`.'),
  })
  .meta({ id: 'Upload' });
export type UploadResource = z.infer<typeof uploadResource>;
