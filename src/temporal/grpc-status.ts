/** Status codes of gRPC that Temporal answers with, https://grpc.io/docs/guides/status-codes/. */
export const GRPC_STATUS = {
  cancelled: 1,
  deadlineExceeded: 4,
  notFound: 5,
  alreadyExists: 6,
  resourceExhausted: 8,
  unavailable: 14,
} as const;
