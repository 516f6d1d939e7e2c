import jsonata from 'jsonata';
import { ParseError } from '../parse-error';

const scriptMs = 10_000;
/** Upper bound of nested expressions, well below what the stack of the thread can hold. */
const depthMax = 500;

/**
 * Evaluates a JSONata expression on a JSON value.
 *
 * @throws ParseError `parsing_script_failed` for a syntax error, a failed evaluation, and past the limits of
 * time and nesting
 */
export async function runParsingScript(source: string, input: unknown): Promise<unknown> {
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
