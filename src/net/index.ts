export { createGuardedClient, type GuardedClientOptions } from './create-guarded-client';
export { type GuardedClient, type LinkProbe, OutboundError, type OutboundErrorCode } from './guarded-client';
