export const productJobPath = (jobId: string): string => `/jobs/products/${encodeURIComponent(jobId)}`;
