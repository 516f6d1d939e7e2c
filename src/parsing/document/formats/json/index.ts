import { type DocumentHead, type FormatParser } from '../../block-sink';
import { ParseError } from '../../parse-error';
import { emitText, parseText } from '../text';
import { readWholeText } from '../text/read-text';
import { readJsonBlocks } from './json-blocks';
import { runParsingScript } from './parsing-script';
import { readScriptResult } from './script-result';

/**
 * Bytes past which a JSON file is read as plain text, because a parsed value takes many times the memory of
 * its text.
 */
const jsonBytesMax = 32 * 1024 * 1024;
const head: DocumentHead = { modality: 'document', title: null, language: null, pageCount: null };

/** Parser of JSON and of JSON Lines; a parsing script, where the caller gave one, makes the text. */
export function createJsonParser({
  parsingScript,
  script,
}: {
  parsingScript: string | null;
  script: (running: boolean) => void;
}): FormatParser {
  return async (input, sink) => {
    if (input.byteSize > jsonBytesMax) {
      if (parsingScript !== null) {
        throw new ParseError(
          'file_too_large',
          'The file is larger than what a parsing script may be run on.',
        );
      }
      sink.warn('The JSON is very large; it was read as plain text.');
      return parseText(input, sink);
    }
    const text = await readWholeText(input.path, sink);
    const parsed = parseJson(text);
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
  };
}

function parseJson(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return parseLines(text);
  }
}

function parseLines(text: string): { value: unknown } | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length < 2) return null;
  try {
    return { value: lines.map((line) => JSON.parse(line) as unknown) };
  } catch {
    return null;
  }
}
