import { z } from 'zod';

export const creditAccount = z
  .strictObject({
    organization_id: z.string(),
    balance: z.number().nullable().describe('Credits that are not spent; null without a limit.'),
    held: z.number().describe('Credits that running jobs have set aside.'),
    remaining: z
      .number()
      .nullable()
      .describe('`balance` less `held`, which new jobs can use; null without a limit.'),
  })
  .meta({
    id: 'Credits',
    examples: [{ organization_id: 'org_01JD3V…', balance: 1_000, held: 12.5, remaining: 987.5 }],
  });
