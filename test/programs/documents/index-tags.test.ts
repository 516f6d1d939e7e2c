import { type DocumentWithChunks } from '../../../api/documents/documents/schema';
import { type ChatServer, startChatServer } from '../../setup/chat-server';
import { type OwnStack, startOwnStack } from '../../setup/own-stack';

let stack: OwnStack;
let server: ChatServer;

/** Tags name what was asked about; what is busy is so once. */
function answer(content: string, before: number) {
  if (content.includes('busy') && before === 0) return { status: 503, content: '' };
  return {
    status: 200,
    content: JSON.stringify({ tags: [content.split(' ')[0]], summary: `About: ${content.trim()}` }),
  };
}

beforeAll(async () => {
  server = await startChatServer(answer);
  stack = await startOwnStack({ env: { CHAT_BASE_URL: server.baseUrl, CHAT_MODEL: 'chat-test' } });
  await stack.startWorker();
});
afterAll(async () => {
  await stack.close();
  await server.close();
});

async function indexed(content: string, include_tags_summary: boolean) {
  const json = { content, filename: `${content.split(' ')[0]!}.txt`, include_tags_summary };
  const job = await stack.indexed(await stack.accepted(stack.index('text', json)));
  const path = `/v3/collections/manuals/documents/${job.files[0]!.document_id!}`;
  const { body } = await stack.api.request<DocumentWithChunks>(path, { key: stack.key.text });
  return { job, document: body };
}

it('documents and chunks have the tags and the summary that the chat model gives', async () => {
  const text = 'pumps need oil every spring';
  const { job, document } = await indexed(text, true);
  expect(job).toMatchObject({ status: 'completed', warnings: [] });
  const said = { tags: ['pumps'], summary: `About: ${text}` };
  expect(document).toMatchObject({ ...said, chunks: [said] });
});

it('the model is not asked when the request does not want it', async () => {
  const { job, document } = await indexed('valves are checked in autumn', false);
  expect(job.status).toBe('completed');
  const nothing = { tags: [], summary: null };
  expect(document).toMatchObject({ ...nothing, chunks: [nothing] });
  expect(server.asked.join('\n')).not.toContain('valves');
});

it('a model that is busy is asked again', async () => {
  const { job, document } = await indexed('turbines are busy in winter', true);
  expect(job).toMatchObject({ status: 'completed', warnings: [] });
  expect(document).toMatchObject({ tags: ['turbines'], chunks: [{ tags: ['turbines'] }] });
});
