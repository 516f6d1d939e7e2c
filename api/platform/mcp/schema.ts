import { z } from 'zod';

const id = z.union([z.string(), z.number()]);

/** A request or a notification of JSON-RPC; the library of the protocol checks `params`. */
export const mcpMessage = z
  .strictObject({
    jsonrpc: z.literal('2.0'),
    id: id.optional().describe('Absent in notifications, which have no answer.'),
    method: z.string(),
    params: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({
    id: 'McpMessage',
    examples: [
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'query_collection', arguments: { collection: 'manuals', query: 'warranty' } },
      },
    ],
  });

export const mcpAnswer = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: id.nullable(),
    result: z.record(z.string(), z.unknown()).optional(),
    error: z.looseObject({ code: z.number().int(), message: z.string() }).optional(),
  })
  .meta({
    id: 'McpAnswer',
    examples: [
      {
        jsonrpc: '2.0',
        id: 1,
        result: {
          content: [{ type: 'text', text: '{"results":[],"left_out":0,"warnings":[]}' }],
          structuredContent: { results: [], left_out: 0, warnings: [] },
        },
      },
    ],
  });
