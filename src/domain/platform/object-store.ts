/** Object stores of customers, as the routes name them. */
export const OBJECT_STORES = ['s3', 'gcs', 'azure', 'r2', 's3compatible'] as const;
export type ObjectStoreFamily = (typeof OBJECT_STORES)[number];
