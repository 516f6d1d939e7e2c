import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { listenLocally } from './listen-locally';

/** A server that speaks the OpenAI-compatible wire protocol of embeddings. */
export interface EmbeddingServer {
  baseUrl: string;
  dimensions: number;
  /** Configuration of a program that embeds with this server. */
  env: Record<string, string>;
  close(): Promise<void>;
}

/** Texts of a request, and the vectors that are answered unless the test answers otherwise. */
export interface AskedEmbeddings {
  texts: string[];
  /** The right answer. */
  vectors: number[][];
}

const dimensions = 8;

/** @param answer writes the answer to a request */
export async function startEmbeddingServer(
  answer: (asked: AskedEmbeddings, response: ServerResponse) => void,
): Promise<EmbeddingServer> {
  const server = createServer((request: IncomingMessage, response) => {
    json(request).then(
      (body) => {
        const { input } = body as { input: string[] };
        answer({ texts: input, vectors: input.map(vectorOf) }, response);
      },
      // The client has hung up.
      () => response.destroy(),
    );
  });
  const { origin, close } = await listenLocally(server);
  const baseUrl = `${origin}/v1`;
  const env = {
    EMBEDDING_BASE_URL: baseUrl,
    EMBEDDING_MODEL: 'embed-3',
    EMBEDDING_DIMENSIONS: String(dimensions),
  };
  return { baseUrl, dimensions, env, close };
}

/** The body that says vectors, in the order of their texts. */
export function embeddingsBody(vectors: readonly unknown[]): string {
  return JSON.stringify({ data: vectors.map((embedding, index) => ({ index, embedding })) });
}

/** The same for the same text. */
function vectorOf(text: string): number[] {
  const counts = Array<number>(dimensions).fill(1);
  for (const char of text) counts[char.codePointAt(0)! % dimensions]!++;
  return counts;
}
