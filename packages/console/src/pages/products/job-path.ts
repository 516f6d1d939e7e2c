/** Address of a job of product search in the console. */
export const productJobPath = (jobId: string): string => `/jobs/products/${encodeURIComponent(jobId)}`;
