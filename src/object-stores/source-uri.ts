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
 * Takes `s3://bucket/key`, `gs://…`, `azure://container/key` or `r2://…` apart. The key is everything behind
 * the first slash as it stands: keys are no paths, so that nothing is decoded and no `..`, `?` or `#` means
 * anything.
 *
 * @returns null for another scheme than the family's (`s3://` also for `s3compatible`), without a bucket or a
 *   key, or with more than 1,024 characters
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
 * The prefix that a `directory_path` stands for: without leading slashes, with one at its end; the whole
 * bucket for an empty one.
 */
export function directoryPrefix(path: string): string {
  const inside = path.replace(/^\/+|\/+$/g, '');
  return inside === '' ? '' : `${inside}/`;
}

/**
 * The identity of an object: equal for two objects exactly when they are the same one, whatever keys they are
 * read with. A bucket of S3 or GCS is unique by its name, others by their account, jurisdiction or server as
 * well.
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
 * The identity of a link: as the URL standard writes it (scheme and host in lower case, without default
 * port), without fragment, the root's dot and an empty query. Queries stay: they tell files apart.
 *
 * @returns null for what is not an absolute URL
 */
export function linkUri(link: string): string | null {
  if (!URL.canParse(link)) return null;
  const url = new URL(link);
  url.hash = '';
  url.hostname = url.hostname.replace(/\.$/, '');
  if (url.search === '') url.search = '';
  return url.href;
}
