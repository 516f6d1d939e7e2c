import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { Command } from 'commander';
import { listItems, type Sheaf } from 'sheaf-client';
import { z } from 'zod';
import { failureOf } from '../exit-codes.js';
import { openSession } from '../session.js';

/** `sheaf mcp`: a server of the Model Context Protocol over stdio, whose tools only read. */
export const mcpCommand = (): Command =>
  new Command('mcp')
    .description('Serve assistants by the Model Context Protocol, over standard input and output')
    .action(async (_, command: Command) => {
      const { sheaf, signal } = openSession(command);
      const server = new McpServer({ name: 'sheaf', version: '0.1.0' });
      addDocumentTools(server, sheaf);
      addProductTools(server, sheaf);
      await server.connect(new StdioServerTransport());
      signal.addEventListener('abort', () => void server.close());
    });

const readOnly = { annotations: { readOnlyHint: true } };

/** The result of a tool: the value as JSON, or the message that the command line prints for the failure. */
async function answer(read: () => Promise<unknown>) {
  const result = (text: string) => ({ content: [{ type: 'text' as const, text }] });
  try {
    return result(JSON.stringify(await read()));
  } catch (error) {
    return { ...result(failureOf(error).line), isError: true };
  }
}

function addDocumentTools(server: McpServer, sheaf: Sheaf): void {
  server.registerTool(
    'list_collections',
    { description: 'Lists the collections of documents that can be asked.', ...readOnly },
    () =>
      answer(async () => {
        const names = [];
        for await (const { collection_name: name, description, document_count: documents } of listItems(
          sheaf,
          '/v2/collections',
        ))
          names.push({ name, description, documents });
        return names;
      }),
  );
  server.registerTool(
    'query_collection',
    {
      description: 'Finds the passages of a collection that answer a question, best first.',
      inputSchema: {
        collection: z.string(),
        question: z.string(),
        limit: z.number().int().min(1).max(100).default(10),
      },
      ...readOnly,
    },
    ({ collection, question, limit }) =>
      answer(async () => {
        const params = { path: { collection_name: collection } };
        const body = { query: question, limit };
        const { results } = await sheaf.post('/v3/collections/{collection_name}/query', { params, body });
        return results;
      }),
  );
  server.registerTool(
    'read_document',
    {
      description:
        'Reads passages of a document in their order. Name the places around a found passage to read its neighbours.',
      inputSchema: {
        collection: z.string(),
        document_id: z.string(),
        first: z.number().int().min(0).default(0).describe('The place of the first passage, from 0.'),
        count: z.number().int().min(1).max(100).default(20),
      },
      ...readOnly,
    },
    ({ collection, document_id, first, count }) =>
      answer(() => {
        const path = { collection_name: collection };
        const query = { document_id, cursor: first, limit: count };
        return sheaf.get('/v3/collections/{collection_name}/chunks', { params: { path, query } });
      }),
  );
}

function addProductTools(server: McpServer, sheaf: Sheaf): void {
  server.registerTool(
    'search_products',
    {
      description: 'Searches an index of product records.',
      inputSchema: {
        index: z.string(),
        query: z.string(),
        filter: z.string().optional().describe('Such as `price < 20 AND in_stock = true`.'),
      },
      ...readOnly,
    },
    ({ index, query, filter }) =>
      answer(async () => {
        const body = { query, ...(filter !== undefined && { filter }) };
        const found = await sheaf.post('/v1/indexes/{index}/search', { params: { path: { index } }, body });
        return { total: found.total, hits: found.hits };
      }),
  );
}
