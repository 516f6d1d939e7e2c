import { S3ServiceException } from '@aws-sdk/client-s3';
import { ObjectStoreError } from './object-store';
import { sourcePatterns } from './source-rules';

/** Error codes of servers for a request that was signed for, or sent to, another region. */
const regionErrors = new Set([
  'PermanentRedirect',
  'TemporaryRedirect',
  'IllegalLocationConstraintException',
  'IncorrectEndpoint',
]);
/** Code of several faults of a signature; for a wrong region the answer names the right one. */
const signatureError = 'AuthorizationHeaderMalformed';

/**
 * Throws the error of a request. An error about the region of the bucket says so, and names the right region
 * if the server does.
 *
 * @throws ObjectStoreError `download_failed`
 */
export function throwNamingRegion(error: unknown): never {
  if (!(error instanceof S3ServiceException)) throw error;
  const region = regionIn(error);
  const isRegion =
    regionErrors.has(error.name) ||
    error.$metadata.httpStatusCode === 301 ||
    (error.name === signatureError && (region !== null || /\bregion\b/i.test(error.message)));
  if (!isRegion) throw error;
  const right = region === null ? 'The store does not say which.' : `Its region is ${region}.`;
  const message = `The bucket lies in another region than the request says. ${right}`;
  throw new ObjectStoreError('download_failed', message, { cause: error });
}

function regionIn(error: S3ServiceException): string | null {
  const told: unknown[] = [
    error.$response?.headers['x-amz-bucket-region'],
    'Region' in error ? error.Region : undefined,
  ];
  return told.find((text): text is string => isRegionName(text)) ?? null;
}

const isRegionName = (text: unknown): text is string =>
  typeof text === 'string' && sourcePatterns.awsRegion.test(text);
