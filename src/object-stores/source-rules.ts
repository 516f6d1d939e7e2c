import { type ObjectStoreFamily } from '../domain/platform/object-store';
import { type Jurisdiction, type ObjectAccess } from './object-access';

/**
 * Pattern of each name, as its vendor documents it. A name that becomes part of a host name must be a single
 * label.
 */
export const sourcePatterns = {
  /** For S3, R2 and GCS; compatible servers accept other names too. */
  bucket: /^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/,
  awsRegion: /^[a-z0-9-]{1,32}$/,
  roleArn: /^arn:aws[a-z-]*:iam::\d{12}:role\/[\w+=,.@/-]{1,512}$/,
  azureContainer: /^(?:\$root|(?=.{3,63}$)[a-z0-9]+(?:-[a-z0-9]+)*)$/,
  azureAccount: /^[a-z0-9]{3,24}$/,
  r2Account: /^[0-9a-f]{32}$/,
} as const;

/** Whether requests for a store may name a jurisdiction: each may name `default`, R2 any. */
export function takesJurisdiction(family: ObjectStoreFamily, jurisdiction: Jurisdiction): boolean {
  return jurisdiction === 'default' || family === 'r2';
}

/** Address of R2 for an account and a jurisdiction. */
export function r2Endpoint({
  accountId,
  jurisdiction,
}: Pick<Extract<ObjectAccess, { family: 'r2' }>, 'accountId' | 'jurisdiction'>): string {
  const label = jurisdiction === 'default' ? '' : `.${jurisdiction}`;
  return `https://${accountId}${label}.r2.cloudflarestorage.com`;
}

/**
 * Whether a text can be the `endpoint_url` of an S3-compatible server: an absolute URL by https or http,
 * without user-info, query and fragment. The address is checked on connecting; http reaches only configured
 * networks.
 */
export function isEndpointUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return (protocol === 'https:' || protocol === 'http:') && username + password + search + hash === '';
}
