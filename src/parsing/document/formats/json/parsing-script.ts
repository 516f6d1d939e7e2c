import jsonata from 'jsonata';
import { ParseError } from '../../parse-error';

const scriptMs = 10_000;
/** Expressions within expressions; the stack of the thread holds many times as many. */
const depthMax = 500;

/**
 * Runs a JSONata expression on a JSON value.
 *
 * @throws ParseError `parsing_script_failed` where it does not parse, fails, or takes longer or nests
 *   deeper than it may
 */
export async function runParsingScript(source: string, input: unknown): Promise<unknown> {
  try {
    return await jsonata(source, { timeout: scriptMs, stack: depthMax }).evaluate(input);
  } catch (error) {
    throw failed(`The parsing script failed: ${reasonOf(error)}`, error);
  }
}

/**
 * Errors of JSONata are plain objects with a code and a position; their text quotes the script, which is the
 * caller's.
 */
function reasonOf(error: unknown): string {
  const { code, position } = error as { code?: unknown; position?: unknown };
  const place = typeof position === 'number' ? ` at character ${position}` : '';
  return typeof code === 'string' ? `error ${code}${place}.` : 'it could not be evaluated.';
}

function failed(message: string, cause?: unknown): ParseError {
  return new ParseError('parsing_script_failed', message, { cause });
}
