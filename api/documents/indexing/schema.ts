import { z } from 'zod';
import { extending } from '../../http/openapi/documented-as';
import { pascalCase } from '../../http/openapi/pascal-case';
import { type ObjectScope } from '../../../src/domain/documents/index-source';
import { type ObjectStoreFamily } from '../../../src/domain/platform/object-store';
import { filePathCharsMax, textBytesMax } from '../../../src/domain/platform/limits';
import { isEndpointUrl, JURISDICTIONS, sourcePatterns } from '../../../src/object-stores';
import {
  acceptedJobExample,
  accessExamples,
  containerExample,
  directoryExample,
  fileExample,
  indexTextExample,
  indexUploadsExample,
  indexUrlExample,
} from '../index-jobs/examples';
import { hiddenSheetsField } from '../parse-jobs/hidden-sheets-schema';
import { maskingBase, maskingFields } from './masking-schema';
import { sentMetadata } from '../documents/metadata-schema';
import { ocrLanguage } from './ocr-language';
import { processingType } from './processing-type';
import { transcriptionLanguage } from './transcription-language';

const listMax = 100;
const filesMax = 100_000;
const secretCharsMax = 4_096;

/** Options of every indexing request, besides its source. */
const options = {
  custom_metadata: sentMetadata.optional().describe('Metadata of every document.'),
  skip_existing: z
    .boolean()
    .default(true)
    .describe('Skips files that the collection has: `already_indexed`.'),
  overwrite_existing: z
    .boolean()
    .default(false)
    .describe('Replaces files of the same name or address. Needs `skip_existing: false`.'),
  max_files: z
    .int()
    .min(1)
    .max(filesMax)
    .optional()
    .describe('Files that are skipped for another reason do not count.'),
  processing_type: processingType
    .default('basic')
    .describe(
      '`advanced` looks at the image of every page, and at the pictures within files of Word, ' +
        'PowerPoint, OpenDocument, RTF, EPUB, HTML and notebooks; `basic` at the images of pages without text.',
    ),
  ocr_language: ocrLanguage.default('auto'),
  transcription_language: transcriptionLanguage.optional(),
  parsing_script: z.string().min(1).max(64).optional().describe('Name of a stored script for JSON files.'),
  include_tags_summary: z
    .boolean()
    .default(false)
    .describe('Adds `tags` and a `summary` to documents and chunks.'),
  include_hidden_sheets: hiddenSheetsField,
  ...maskingFields,
};

/** The options in a schema of their own, for the documentation of bodies that include them. */
const optionsBase = extending(z.object(options).meta({ id: 'IndexOptions', examples: [{}] }), maskingBase);
export const indexOptions = z.strictObject(options);
export type IndexOptionFields = z.infer<typeof indexOptions>;

const link = z
  .string()
  .max(8_192)
  .refine(isPlausibleLink, 'must be an absolute http or https URL without user-info')
  .describe('An http or https link; where it leads is checked when it is opened.');

export const indexUrlBody = extending(
  z
    .strictObject({
      url: link.optional(),
      urls: z.array(link).min(1).max(listMax).optional(),
      ...options,
    })
    .refine(({ url, urls }) => (url === undefined) !== (urls === undefined), {
      message: 'exactly one of url and urls is required',
    })
    .meta({ id: 'IndexUrlRequest', examples: [indexUrlExample] }),
  optionsBase,
);

export const indexTextBody = extending(
  z
    .strictObject({
      content: z
        .string()
        .min(1)
        .describe(`At most ${textBytesMax} bytes in UTF-8; a longer one is refused with 413.`),
      filename: z
        .string()
        .min(1)
        .max(filePathCharsMax)
        .optional()
        .describe(
          'Default `snippet-<n>.txt`, where n follows from the content. Its ending says how the text is ' +
            'read: `.md`, `.html`, `.csv`, `.tsv`, `.json` or `.eml`, else as plain text. A relative path is ' +
            'a name: the same one in different folders names different documents. Of an absolute path or one ' +
            'with `..` the last segment counts.',
        ),
      ...options,
    })
    .meta({ id: 'IndexTextRequest', examples: [indexTextExample] }),
  optionsBase,
);

export const indexUploadsBody = extending(
  z
    .strictObject({
      uploads: z
        .array(z.string().max(64))
        .min(1)
        .max(listMax)
        .describe('`svc://upl_…` ids of finished uploads.'),
      ...options,
    })
    .meta({ id: 'IndexUploadsRequest', examples: [indexUploadsExample] }),
  optionsBase,
);

/** Schema of a form for the documentation; `receive-files.ts` reads the parts. */
export const indexFileForm = extending(
  z
    .strictObject({
      files: z
        .array(z.string().meta({ format: 'binary' }))
        .min(1)
        .max(20)
        .describe('Up to 100 MB each, with their names.'),
      ...options,
    })
    .meta({ id: 'IndexFileForm' }),
  optionsBase,
);

const secret = z
  .string()
  .min(1)
  .max(secretCharsMax)
  .describe('Used for this job only and never returned.')
  .meta({ id: 'JobSecret' });
const jurisdiction = z.enum(JURISDICTIONS).meta({ id: 'Jurisdiction' }).default('default');
const bucket = z
  .string()
  .regex(sourcePatterns.bucket, 'is not the name of a bucket')
  .meta({ id: 'BucketName', examples: [containerExample] });
const endpoint = z.string().max(2_048).refine(isEndpointUrl, 'must be an absolute http or https URL');

/** Fields that give access to each store. */
const access = {
  s3: {
    bucket_region: z.string().regex(sourcePatterns.awsRegion, 'is not a region').default('us-east-1'),
    aws_access_key_id: secret.optional(),
    aws_secret_access_key: secret.optional(),
    auth: z
      .strictObject({
        role_arn: z.string().regex(sourcePatterns.roleArn, 'is not the ARN of a role'),
        external_id: z.string().min(2).max(1_224),
      })
      .optional()
      .describe('A role to take on, in place of a key.'),
  },
  gcs: {
    service_account_json: z
      .string()
      .min(2)
      .max(64 * 1024)
      .describe('The key file, as text.'),
  },
  azure: {
    account_name: z.string().regex(sourcePatterns.azureAccount, 'is not the name of an account'),
    account_key: secret,
  },
  r2: {
    account_id: z.string().regex(sourcePatterns.r2Account, 'is not the id of an account'),
    access_key_id: secret,
    secret_access_key: secret,
  },
  s3compatible: {
    endpoint_url: endpoint,
    access_key_id: secret,
    secret_access_key: secret,
    region: z.string().regex(sourcePatterns.awsRegion, 'is not a region').default('us-east-1'),
  },
} as const;

const bucketFields = {
  s3: { bucket_name: bucket },
  gcs: { bucket_name: bucket },
  azure: {
    container_name: z
      .string()
      .regex(sourcePatterns.azureContainer, 'is not the name of a container')
      .meta({ id: 'AzureContainerName', examples: [containerExample] }),
  },
  r2: { bucket_name: bucket },
  s3compatible: {
    bucket_name: z
      .string()
      .min(1)
      .max(255)
      .meta({ id: 'AnyBucketName', examples: [containerExample] }),
  },
} as const;

const scopes = {
  bucket: {},
  file: {},
  directory: {
    directory_path: z
      .string()
      .max(1_024)
      .describe('Everything below this folder.')
      .meta({ id: 'DirectoryPath', examples: [directoryExample] }),
  },
} as const;

const fileUri = z
  .string()
  .min(1)
  .max(2_048)
  .describe('`s3://bucket/key` and its like.')
  .meta({ id: 'FileUri' });

/** Body of a route that reads an object store. When a single file is read, its URI may name the bucket. */
export function indexObjectsBody(family: ObjectStoreFamily, scope: ObjectScope) {
  const named = z.strictObject(bucketFields[family]);
  const source = { ...access[family], jurisdiction };
  const sourceBase = z
    .object(source)
    .meta({ id: `${pascalCase(family)}Access`, examples: [accessExamples[family]] });
  const body = z.strictObject({
    ...(scope === 'file' ? named.partial().shape : named.shape),
    ...source,
    ...scopes[scope],
    ...(scope === 'file' && { file_uri: fileUri.meta({ examples: [fileExample(family)] }) }),
    ...options,
  });
  return extending(
    body.meta({ id: `Index${pascalCase(family)}${pascalCase(scope)}Request` }),
    sourceBase,
    optionsBase,
  );
}

/** All fields that routes of object stores may have. The schema of a route has checked which are present. */
export type IndexObjectsFields = IndexOptionFields & {
  jurisdiction: (typeof JURISDICTIONS)[number];
} & Partial<{
    bucket_name: string;
    container_name: string;
    bucket_region: string;
    aws_access_key_id: string;
    aws_secret_access_key: string;
    auth: { role_arn: string; external_id: string };
    service_account_json: string;
    account_name: string;
    account_key: string;
    account_id: string;
    access_key_id: string;
    secret_access_key: string;
    endpoint_url: string;
    region: string;
    file_uri: string;
    directory_path: string;
  }>;

export const acceptedIndexJob = z
  .strictObject({ job_id: z.string(), status: z.literal('pending') })
  .meta({ id: 'AcceptedIndexJob', examples: [acceptedJobExample] });
export type AcceptedIndexJob = z.infer<typeof acceptedIndexJob>;

/** Whether a text may be a link to a file. Its target is checked when it is opened, at every redirect. */
function isPlausibleLink(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === 'http:' || protocol === 'https:') && username + password === '';
}
