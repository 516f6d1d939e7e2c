import { createServer, type ServerResponse } from 'node:http';
import { listenLocally } from './listen-locally';

/** Request to a transcription endpoint. */
export interface AskedTranscript {
  url: string | undefined;
  authorization: string | undefined;
  fields: Record<string, string>;
  file: { name: string; type: string; bytes: Buffer };
}

/** A server that speaks the OpenAI-compatible wire protocol of transcriptions. */
export interface TranscriptionServer {
  baseUrl: string;
  asked: AskedTranscript[];
  close(): Promise<void>;
}

/** @param answer writes what the server says to its n-th request, from 0 */
export async function startTranscriptionServer(
  answer: (response: ServerResponse, n: number) => void,
): Promise<TranscriptionServer> {
  const asked: AskedTranscript[] = [];
  const server = createServer((request, response) => {
    // A caller that gives up before all of its request is here gets no answer.
    request.once('error', () => response.destroy());
    void (async () => {
      const parts = await request.toArray().catch(() => null);
      if (parts === null) return;
      const body = Buffer.concat(parts as Buffer[]);
      const headers = { 'content-type': request.headers['content-type']! };
      // oxlint-disable-next-line typescript/no-deprecated -- another reader of forms than the service's own
      const form = await new Response(body, { headers }).formData();
      const file = form.get('file') as unknown as Blob & { name: string };
      form.delete('file');
      asked.push({
        url: request.url,
        authorization: request.headers.authorization,
        fields: Object.fromEntries([...form] as [string, string][]),
        file: { name: file.name, type: file.type, bytes: Buffer.from(await file.arrayBuffer()) },
      });
      answer(response, asked.length - 1);
    })();
  });
  const { origin, close } = await listenLocally(server);
  return { baseUrl: `${origin}/v1`, asked, close };
}
