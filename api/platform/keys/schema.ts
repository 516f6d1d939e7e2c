import { z } from 'zod';
import { environment } from '../../http/fields/environment';
import { timestamp } from '../../http/fields/timestamp';

export const presentedKey = z
  .strictObject({
    key_id: z.string(),
    organization_id: z.string(),
    environment,
    permissions: z.array(z.string()).describe('Those of documents, of product search, or of both.'),
    requests_per_second: z.number().nullable().describe('Rate of the key itself; null without one.'),
    expires_at: timestamp.nullable().describe('Null for a key that does not expire.'),
  })
  .meta({
    id: 'PresentedKey',
    examples: [
      {
        key_id: 'key_01JD3V…',
        organization_id: 'org_01JD3V…',
        environment: 'production',
        permissions: ['query', 'index'],
        requests_per_second: null,
        expires_at: null,
      },
    ],
  });
export type PresentedKey = z.infer<typeof presentedKey>;
