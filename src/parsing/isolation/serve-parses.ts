import { type MessagePort } from 'node:worker_threads';
import { workInBackground } from '../../background-thread';
import { type ParsedWorkbook, type ParseRequest } from '../spreadsheet/parse-request';
import { type ParseEvents } from '../spreadsheet/parse-workbook';
import { SourceError } from 'spreadsheet-reader';
import { type FromThread, type ThreadFailure, type ToThread } from './messages';
import { kernelThreadId } from './thread-clock';

/** Parses one workbook; throws like `parseWorkbook`. */
export type Parse = (request: ParseRequest, events: ParseEvents) => Promise<ParsedWorkbook>;

/** Serves the parse requests of a thread's port, one at a time. */
export function serveParses(port: MessagePort, parse: Parse): void {
  let partTaken: () => void = () => undefined;
  const post = (message: FromThread) => {
    port.postMessage(message);
  };

  async function run(request: ParseRequest): Promise<void> {
    try {
      const workbook = await parse(request, {
        progress: (counts) => {
          post({ type: 'progress', counts });
        },
        part: (part) =>
          new Promise((resolve) => {
            partTaken = resolve;
            post({ type: 'part', part });
          }),
      });
      post({ type: 'done', workbook });
    } catch (error) {
      post({ type: 'failed', failure: failureOf(error) });
    }
  }

  port.on('message', (message: ToThread) => {
    if (message.type === 'run') void run(message.request);
    else partTaken();
  });
  workInBackground();
  post({ type: 'ready', kernelId: kernelThreadId() });
}

function failureOf(error: unknown): ThreadFailure {
  if (error instanceof SourceError) return { kind: 'workbook', code: error.code, message: error.message };
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const system = error instanceof Error && 'syscall' in error;
  return { kind: system ? 'system' : 'crash', message, stack };
}
