import { type DocumentErrorCode } from '../../../src/domain/documents/errors';
import { Refusal, ValidationError } from '../../../src/domain/platform/refusal';
import { type IndexSource, type ObjectScope } from '../../../src/domain/documents/index-source';
import { type ObjectStoreFamily } from '../../../src/domain/platform/object-store';
import {
  type AssumedRole,
  directoryPrefix,
  type KeyPair,
  type ObjectAccess,
  parseObjectUri,
  takesJurisdiction,
} from '../../../src/object-stores';
import { type IndexObjectsFields } from './schema';

/** Objects of an object store and the access to them. */
export interface NamedObjects {
  source: Extract<IndexSource, { kind: 'objects' }>;
  /** Secret: contains credentials. */
  access: ObjectAccess;
}

/**
 * Reads which objects a request names, and the access to them.
 *
 * @throws Refusal `jurisdiction_not_supported`
 * @throws ValidationError for a URI of another store or bucket, and for none or several ways to authenticate
 */
export function readObjects(
  family: ObjectStoreFamily,
  scope: ObjectScope,
  fields: IndexObjectsFields,
): NamedObjects {
  if (!takesJurisdiction(family, fields.jurisdiction))
    throw new Refusal<DocumentErrorCode>('jurisdiction_not_supported');
  const named = fields.bucket_name ?? fields.container_name;
  const uri = scope === 'file' ? parseObjectUri(family, fields.file_uri ?? '') : null;
  if (scope === 'file' && uri === null) throw wrong('file_uri', 'is not the URI of an object of this store');
  if (uri !== null && named !== undefined && uri.bucket !== named)
    throw wrong('file_uri', 'names another bucket than the request');
  const bucket = uri?.bucket ?? named ?? '';
  const path = uri?.key ?? directoryPrefix(fields.directory_path ?? '');
  if (scope === 'directory' && path === '') throw wrong('directory_path', 'names no folder');
  return {
    source: { kind: 'objects', objects: { family, scope, bucket, path } },
    access: accessOf(family, bucket, fields),
  };
}

function accessOf(family: ObjectStoreFamily, bucket: string, fields: IndexObjectsFields): ObjectAccess {
  switch (family) {
    case 's3':
      return { family, bucket, region: fields.bucket_region!, access: awsAccess(fields) };
    case 'gcs':
      return { family, bucket, serviceAccountJson: fields.service_account_json! };
    case 'azure':
      return {
        family,
        container: bucket,
        accountName: fields.account_name!,
        accountKey: fields.account_key!,
      };
    case 'r2': {
      const { account_id, jurisdiction } = fields;
      return { family, bucket, accountId: account_id!, jurisdiction, access: keyPair(fields) };
    }
    case 's3compatible':
      return {
        family,
        bucket,
        endpointUrl: fields.endpoint_url!,
        region: fields.region!,
        access: keyPair(fields),
      };
  }
}

const keyPair = ({ access_key_id, secret_access_key }: IndexObjectsFields): KeyPair => ({
  accessKeyId: access_key_id!,
  secretAccessKey: secret_access_key!,
});

function awsAccess(fields: IndexObjectsFields): KeyPair | AssumedRole {
  const { aws_access_key_id: accessKeyId, aws_secret_access_key: secretAccessKey, auth } = fields;
  if (auth !== undefined && (accessKeyId !== undefined || secretAccessKey !== undefined))
    throw wrong('auth', 'excludes aws_access_key_id and aws_secret_access_key');
  if (auth !== undefined) return { roleArn: auth.role_arn, externalId: auth.external_id };
  if (accessKeyId === undefined) throw missing('aws_access_key_id');
  if (secretAccessKey === undefined) throw missing('aws_secret_access_key');
  return { accessKeyId, secretAccessKey };
}

function wrong(field: string, msg: string): ValidationError {
  return new ValidationError([{ loc: ['body', field], msg, type: 'value_error' }]);
}

function missing(field: string): ValidationError {
  return new ValidationError([{ loc: ['body', field], msg: 'is required', type: 'missing' }]);
}
