import { type ObjectStoreFamily } from '../domain/platform/object-store';
import { type ObjectAccess } from './object-access';

const schemes = { s3: 's3', gcs: 'gs', azure: 'azure', r2: 'r2', s3compatible: 's3' } as const;
const keyCharsMax = 1_024;

/** An object by its bucket and key. */
export interface ObjectUri {
  bucket: string;
  key: string;
}

/**
 * Parses `s3://bucket/key`, `gs://…`, `azure://container/key` or `r2://…`. The key is the unchanged text
 * after the slash that ends the bucket: keys are not paths, so that nothing is decoded and `..`, `?` and `#`
 * have no meaning.
 *
 * @returns null for a scheme of another store (`s3compatible` uses `s3://`), without a bucket or a key, or
 * with more than 1,024 characters
 */
export function parseObjectUri(family: ObjectStoreFamily, text: string): ObjectUri | null {
  const prefix = `${schemes[family]}://`;
  const slash = text.indexOf('/', prefix.length);
  if (text.slice(0, prefix.length).toLowerCase() !== prefix || slash < 0) return null;
  const bucket = text.slice(prefix.length, slash);
  const key = text.slice(slash + 1);
  const isWhole = bucket !== '' && key !== '' && !key.endsWith('/') && key.length <= keyCharsMax;
  return isWhole ? { bucket, key } : null;
}

/**
 * The prefix for a `directory_path`: without leading slashes, with one at its end; empty for the whole
 * bucket.
 */
export function directoryPrefix(path: string): string {
  const inside = path.replace(/^\/+|\/+$/g, '');
  return inside === '' ? '' : `${inside}/`;
}

/**
 * The identity of an object: equal exactly for the same object, whatever credentials read it. The name
 * identifies a bucket of S3 or GCS; other buckets need their account, jurisdiction or server as well.
 */
export function objectUri(source: ObjectAccess, key: string): string {
  switch (source.family) {
    case 's3':
      return `s3://${source.bucket}/${key}`;
    case 'gcs':
      return `gs://${source.bucket}/${key}`;
    case 'azure':
      return `azure://${source.accountName}/${source.container}/${key}`;
    case 'r2': {
      const { accountId, jurisdiction, bucket } = source;
      return `r2://${accountId}${jurisdiction === 'default' ? '' : `.${jurisdiction}`}/${bucket}/${key}`;
    }
    case 's3compatible': {
      const { host, pathname } = new URL(source.endpointUrl);
      return `s3compatible://${host}${pathname.replace(/\/+$/, '')}/${source.bucket}/${key}`;
    }
  }
}

/**
 * The identity of a link: normalised by the URL standard (scheme and host in lower case, no default port),
 * without fragment, trailing dot of the host and empty query. Queries stay, since they distinguish files.
 *
 * @returns null unless it is an absolute URL
 */
export function linkUri(link: string): string | null {
  if (!URL.canParse(link)) return null;
  const url = new URL(link);
  url.hash = '';
  url.hostname = url.hostname.replace(/\.$/, '');
  if (url.search === '') url.search = '';
  return url.href;
}
