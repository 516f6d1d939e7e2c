/** Jurisdictions that data may be bound to; only R2 knows any but `default`. */
export const JURISDICTIONS = ['default', 'eu', 'fedramp', 'us'] as const;
export type Jurisdiction = (typeof JURISDICTIONS)[number];

/** Access by a key of one's own. */
export interface KeyPair {
  accessKeyId: string;
  secretAccessKey: string;
}

/** Access by a role that the service's own AWS identity may take on. */
export interface AssumedRole {
  roleArn: string;
  externalId: string;
}

/** A bucket with what is needed to read it. Holds credentials: sealed wherever it is kept, never logged. */
export type ObjectAccess =
  | { family: 's3'; bucket: string; region: string; access: KeyPair | AssumedRole }
  | { family: 'gcs'; bucket: string; serviceAccountJson: string }
  | { family: 'azure'; container: string; accountName: string; accountKey: string }
  | { family: 'r2'; bucket: string; accountId: string; jurisdiction: Jurisdiction; access: KeyPair }
  | { family: 's3compatible'; endpointUrl: string; bucket: string; region: string; access: KeyPair };
