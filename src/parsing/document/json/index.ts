import jsonata from 'jsonata';
import { parseWithLongNumbersAsText, rewriteNumbers } from '../../../domain/platform/exact-json';
import {
  type BlockSink,
  type DocumentHead,
  type DocumentInput,
  emitText,
  FILE_KINDS,
  readDocument,
  readWholeText,
} from 'document-reader';
import { ParseError } from '../parse-error';
import { readJsonBlocks } from './json-blocks';
import { readScriptResult } from './script-result';

/**
 * Bytes above which a JSON file is read as plain text, because a parsed value takes many times the memory of
 * its text.
 */
const jsonBytesMax = 32 * 1024 * 1024;
const head: DocumentHead = { title: null, language: null, pageCount: null };

export interface JsonOptions {
  /** Source of the caller's JSONata expression that produces the text; null for none. */
  parsingScript: string | null;
  /** Called when the script begins and ends. */
  script: (running: boolean) => void;
}

/**
 * Reads JSON and JSON Lines. The text comes from the caller's parsing script where there is one.
 *
 * @throws ParseError
 */
export async function readJson(
  input: DocumentInput & { byteSize: number },
  sink: BlockSink,
  { parsingScript, script }: JsonOptions,
): Promise<DocumentHead> {
  if (input.byteSize > jsonBytesMax) {
    if (parsingScript !== null) {
      throw new ParseError('file_too_large', 'The file is larger than what a parsing script may be run on.');
    }
    sink.warn('The JSON is very large; it was read as plain text.');
    return readDocument(FILE_KINDS.txt, input, sink);
  }
  const text = await readWholeText(input.path, sink);
  const parsed = parseJson(text, parsingScript === null ? asWritten : keptOrText);
  if (parsed === null) {
    if (parsingScript !== null) throw new ParseError('parse_failed', 'The file is no valid JSON.');
    sink.warn('The file is no valid JSON; it was read as plain text.');
    emitText(text, sink);
    return head;
  }
  if (parsingScript === null) {
    readJsonBlocks(parsed.value, sink);
    return head;
  }
  script(true);
  const result = await runParsingScript(parsingScript, parsed.value);
  script(false);
  readScriptResult(result, sink);
  return head;
}

/** Keeps the digits of each number as the file has them, so that ids and prices stay exact. */
const asWritten = (text: string): unknown => {
  JSON.parse(text);
  return JSON.parse(
    rewriteNumbers(text, (written) => (String(Number(written)) === written ? written : `"${written}"`)),
  );
};

/**
 * Reads numbers as doubles, with which a script can calculate; numbers of more digits than a double holds
 * become texts.
 */
const keptOrText = parseWithLongNumbersAsText;

function parseJson(text: string, parse: (text: string) => unknown): { value: unknown } | null {
  try {
    return { value: parse(text) };
  } catch {
    return parseLines(text, parse);
  }
}

function parseLines(text: string, parse: (text: string) => unknown): { value: unknown } | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length < 2) return null;
  try {
    return { value: lines.map(parse) };
  } catch {
    return null;
  }
}

const scriptMs = 10_000;
/** Upper bound of nested expressions, well below what the stack of the thread can hold. */
const depthMax = 500;

/**
 * Evaluates a JSONata expression on a JSON value.
 *
 * @throws ParseError `parsing_script_failed` for a syntax error, a failed evaluation, and past the limits of
 * time and nesting
 */
async function runParsingScript(source: string, input: unknown): Promise<unknown> {
  try {
    return await jsonata(source, { timeout: scriptMs, stack: depthMax }).evaluate(input);
  } catch (error) {
    throw failed(`The parsing script failed: ${reasonOf(error)}`, error);
  }
}

/**
 * Describes a JSONata error for the user. These errors are plain objects with a code and a position; their
 * own message is not passed on because it quotes the caller's script.
 */
function reasonOf(error: unknown): string {
  const { code, position } = error as { code?: unknown; position?: unknown };
  const place = typeof position === 'number' ? ` at character ${position}` : '';
  return typeof code === 'string' ? `error ${code}${place}.` : 'it could not be evaluated.';
}

function failed(message: string, cause?: unknown): ParseError {
  return new ParseError('parsing_script_failed', message, { cause });
}
