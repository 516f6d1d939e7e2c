/** Object stores of customers, by their names in routes. */
export const OBJECT_STORES = ['s3', 'gcs', 'azure', 'r2', 's3compatible'] as const;
export type ObjectStoreFamily = (typeof OBJECT_STORES)[number];
