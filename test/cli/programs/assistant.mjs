// Uses `sheaf mcp` as an assistant does; prints what it found.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { fileURLToPath } from 'node:url';

const { SHEAF_URL, SHEAF_API_KEY, PATH } = process.env;
const main = fileURLToPath(new URL('../../../packages/cli/dist/main.js', import.meta.url));
const env = { SHEAF_URL, SHEAF_API_KEY, PATH };

async function connected(ownEnv) {
  const assistant = new Client({ name: 'assistant', version: '1' });
  const options = { command: process.execPath, args: [main, 'mcp'], env: ownEnv, stderr: 'ignore' };
  await assistant.connect(new StdioClientTransport(options));
  return assistant;
}

const assistant = await connected(env);
const call = async (name, args) => {
  const { content, structuredContent, isError } = await assistant.callTool({ name, arguments: args });
  return isError ? { told: content[0].text } : structuredContent;
};
const { tools } = await assistant.listTools();
const { collections } = await call('list_collections', {});
const asked = { collection: 'handbooks', query: 'what lifts water' };
const {
  results: [best],
} = await call('query_collection', asked);
const place = { collection: 'handbooks', document_id: best.document_id, place: best.place };
const { chunks } = await call('read_document', place);
const refused = await call('query_collection', { ...asked, collection: 'nowhere' });
const nothing = await call('query_collection', { ...asked, query: '' });
const stranger = await connected({ ...env, SHEAF_API_KEY: 'x'.repeat(20) }).catch(({ message }) => message);
console.log(
  JSON.stringify({
    tools: tools.map(({ name }) => name).sort(),
    collections: collections.map(({ name }) => name),
    best: best.filename,
    read: chunks[0].text,
    refused: refused.told,
    wrong: nothing.told,
    stranger,
  }),
);
await assistant.close();
