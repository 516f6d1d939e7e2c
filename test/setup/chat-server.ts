import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { listenLocally } from './listen-locally';

/** A server that speaks the OpenAI-compatible wire protocol of chats. */
export interface ChatServer {
  baseUrl: string;
  /** Contents of the requests, in order. */
  asked: string[];
  close(): Promise<void>;
}

/** @param answer status and content for a question, and how often that was asked before */
export async function startChatServer(
  answer: (content: string, before: number) => { status: number; content: string },
): Promise<ChatServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    json(request).then(
      (body) => {
        const about = (body as { messages: { content: string }[] }).messages.at(-1)!.content;
        const { status, content } = answer(about, asked.filter((one) => one === about).length);
        asked.push(about);
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ choices: [{ message: { content } }] }));
      },
      // The client has hung up.
      () => response.destroy(),
    );
  });
  const { origin, close } = await listenLocally(server);
  return { baseUrl: `${origin}/v1`, asked, close };
}
