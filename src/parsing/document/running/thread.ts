import '../../isolation/thread-setup';
import { parentPort } from 'node:worker_threads';
import { workInBackground } from '../../../background-thread';
import { createTokenCounter } from '../../../models';
import { kernelThreadId } from '../../isolation/thread-clock';
import { SourceError } from 'spreadsheet-reader';
import { loadLanguageDetector } from '../chunking/language';
import { boundedCount, type CountTokens, estimateTokens } from '../chunking/token-budget';
import { DocumentError } from 'document-reader';
import { ParseError, parseErrorOf } from '../parse-error';
import { parseFile } from '../parse-file';
import { Untranscribed } from '../untranscribed';
import { type FileFailure, type FromFileThread, type ToFileThread } from './messages';

/** Entry of a thread that reads files, one at a time; all modules are loaded before the first file. */
const progressIntervalMs = 250;
const languages = loadLanguageDetector();

function post(message: FromFileThread): void {
  parentPort!.postMessage(message);
}

/** Counters by model folder, because loading a tokenizer takes longer than reading a small file. */
const counters = new Map<string, CountTokens>();

function counterOf(folder: string | null): CountTokens {
  if (folder === null) return estimateTokens;
  const known = counters.get(folder) ?? boundedCount(createTokenCounter(folder));
  counters.set(folder, known);
  return known;
}

async function run({ request, modelFolder }: ToFileThread): Promise<void> {
  let pages = 0;
  let pagesTotal = 0;
  let documents = 0;
  let reportedMs = -Infinity;
  const report = () => {
    const now = performance.now();
    if (now - reportedMs < progressIntervalMs) return;
    reportedMs = now;
    post({ type: 'progress', progress: { documents, pages, pagesTotal } });
  };
  try {
    const tools = { countTokens: counterOf(modelFolder), languages: await languages };
    const file = await parseFile(request, tools, {
      document: () => {
        documents++;
        report();
      },
      page: () => {
        pages++;
        report();
      },
      pagesTotal: (count) => {
        pagesTotal += count;
      },
      picture: report,
      script: (running) => {
        post({ type: running ? 'script' : 'scriptDone' });
      },
    });
    post({ type: 'done', file });
  } catch (error) {
    post({ type: 'failed', failure: failureOf(error) });
  }
}

function failureOf(error: unknown): FileFailure {
  if (error instanceof Untranscribed) return { kind: 'untranscribed', ...error.kind };
  if (error instanceof ParseError) return { kind: 'file', code: error.code, message: error.message };
  if (error instanceof DocumentError || error instanceof SourceError) return failureOf(parseErrorOf(error));
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  return { kind: error instanceof Error && 'syscall' in error ? 'system' : 'crash', message, stack };
}

parentPort!.on('message', (message: ToFileThread) => void run(message));
void languages.then(() => {
  workInBackground();
  post({ type: 'ready', kernelId: kernelThreadId() });
});
