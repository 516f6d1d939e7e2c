// Uses `sheaf mcp` as an assistant does; prints what it found.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { fileURLToPath } from 'node:url';

const { SHEAF_URL, SHEAF_API_KEY, PATH } = process.env;
const main = fileURLToPath(new URL('../../../packages/cli/dist/main.js', import.meta.url));
const assistant = new Client({ name: 'assistant', version: '1' });
const env = { SHEAF_URL, SHEAF_API_KEY, PATH };
await assistant.connect(new StdioClientTransport({ command: process.execPath, args: [main, 'mcp'], env }));

const call = async (name, args) => {
  const { content, isError } = await assistant.callTool({ name, arguments: args });
  return isError ? { told: content[0].text } : JSON.parse(content[0].text);
};
const { tools } = await assistant.listTools();
const collections = await call('list_collections', {});
const [best] = await call('query_collection', { collection: 'handbooks', question: 'what lifts water' });
const { chunks } = await call('read_document', { collection: 'handbooks', document_id: best.document.id });
const refused = await call('query_collection', { collection: 'nowhere', question: 'x' });
const nothing = await call('query_collection', { collection: 'handbooks', question: '' });
console.log(
  JSON.stringify({
    tools: tools.map(({ name }) => name).sort(),
    collections: collections.map(({ name }) => name),
    best: best.document.filename,
    read: chunks[0].text,
    refused: refused.told,
    wrong: nothing.told,
  }),
);
await assistant.close();
