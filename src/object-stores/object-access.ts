/** Jurisdictions to which data may be bound; only R2 has others than `default`. */
export const JURISDICTIONS = ['default', 'eu', 'fedramp', 'us'] as const;
export type Jurisdiction = (typeof JURISDICTIONS)[number];

/** Access by a key pair of the bucket's owner. */
export interface KeyPair {
  accessKeyId: string;
  secretAccessKey: string;
}

/** Access by a role that the service's AWS identity may assume. */
export interface AssumedRole {
  roleArn: string;
  externalId: string;
}

/** A bucket with the credentials to read it: stored only sealed, never logged. */
export type ObjectAccess =
  | { family: 's3'; bucket: string; region: string; access: KeyPair | AssumedRole }
  | { family: 'gcs'; bucket: string; serviceAccountJson: string }
  | { family: 'azure'; container: string; accountName: string; accountKey: string }
  | { family: 'r2'; bucket: string; accountId: string; jurisdiction: Jurisdiction; access: KeyPair }
  | { family: 's3compatible'; endpointUrl: string; bucket: string; region: string; access: KeyPair };
