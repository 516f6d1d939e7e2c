import { z } from 'zod';
import { type SourceEvent } from '../../../src/services/documents/syncs/ingest';
import { sourceEventsExample, syncAddressExample } from './examples';

const eventsMax = 10_000;

export const syncAddressBody = z
  .strictObject({
    rotate_secret: z.boolean().default(false).describe('Makes a new address; the former one ends.'),
  })
  .meta({ id: 'SyncAddressRequest', examples: [{ rotate_secret: false }] });

export const syncAddressResource = z
  .strictObject({
    ingest_url: z.string().describe('Secret: whoever has it can start runs.'),
    secret_set: z.boolean(),
    instructions: z.array(z.string()),
  })
  .meta({ id: 'SyncAddress', examples: [syncAddressExample] });
export type SyncAddress = z.infer<typeof syncAddressResource>;

export const ingestQuery = z.strictObject({
  secret: z.string().max(128).default('').describe('Part of the address.'),
});

/** Events as Azure Event Grid sends them; unused members may have any form. */
export const sourceEvents = z
  .array(z.record(z.string(), z.unknown()))
  .max(eventsMax)
  .meta({ id: 'SourceEvents', examples: [sourceEventsExample] });

/** Members of an event that a sync uses; events without them are ignored. */
const sourceEvent = z.object({
  eventType: z.string(),
  subject: z.string().optional(),
  data: z.object({ validationCode: z.string().optional() }).optional(),
});

/** Parses the events of a body; those of another form are dropped. */
export function readSourceEvents(sent: readonly unknown[]): SourceEvent[] {
  return sent.flatMap((event) => {
    const read = sourceEvent.safeParse(event);
    return read.success ? [read.data] : [];
  });
}

export const handshakeAnswer = z
  .strictObject({ validationResponse: z.string().optional() })
  .meta({ id: 'HandshakeAnswer', examples: [{}] });
