export { clientAddress, clientNetwork } from './client-address';
export { asDecodingFailure, contentDecoders, isPacked } from './content-decoder';
export { createGuardedClient } from './create-guarded-client';
export { createGuardedAgents, type GuardedAgents, type GuardedAgentsOptions } from './guarded-agents';
export { type GuardedClient, OutboundError, type OutboundErrorCode, type PostAnswer } from './guarded-client';
export { linkFilename } from './link-filename';
export { type Network, parseNetworks } from './networks';
