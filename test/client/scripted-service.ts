import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { listenLocally } from '../setup/listen-locally';

/** A request as it arrived. */
export interface SeenRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** What becomes of one request: an answer, a connection that is cut, or nothing at all. */
export type Scene =
  | { status: number; headers?: Record<string, string>; json?: unknown; text?: string }
  | 'cut'
  | 'silence';

/** A service that answers as it is told, one scene for each request; the last one again and again. */
export async function startScriptedService(scenes: Scene[]): Promise<{
  baseUrl: string;
  seen: SeenRequest[];
  close(): Promise<void>;
}> {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      const scene = scenes[Math.min(seen.length, scenes.length - 1)]!;
      seen.push({ method: request.method!, url: request.url!, headers: request.headers, body });
      play(scene, response);
    });
  });
  const { origin, close } = await listenLocally(server);
  return { baseUrl: origin, seen, close };
}

function play(scene: Scene, response: ServerResponse): void {
  if (scene === 'silence') return;
  if (scene === 'cut') {
    response.destroy();
    return;
  }
  const { status, headers = {}, json, text = JSON.stringify(json) } = scene;
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(text);
}
