export { createGuardedClient } from './create-guarded-client';
export { type GuardedClient, OutboundError } from './guarded-client';
