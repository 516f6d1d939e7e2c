import jsonata from 'jsonata';
import { ParseError } from '../../parse-error';

const scriptMs = 10_000;
/** Expressions within expressions; the stack of the thread holds many times as many. */
const depthMax = 500;

/** What the interpreter calls around each expression that it evaluates; its own documentation shows these hooks. */
interface Hooked {
  assign(name: '__evaluate_entry' | '__evaluate_exit', hook: () => void): void;
}

/**
 * Runs a JSONata expression on a JSON value.
 *
 * @throws ParseError `parsing_script_failed` where it does not parse, fails, or takes longer or nests deeper than it may
 */
export async function runParsingScript(source: string, input: unknown): Promise<unknown> {
  try {
    const expression = jsonata(source);
    guard(expression);
    return await expression.evaluate(input);
  } catch (error) {
    if (error instanceof ParseError) throw error;
    throw failed(`The parsing script failed: ${reasonOf(error)}`, error);
  }
}

function guard(expression: Hooked): void {
  const endsMs = performance.now() + scriptMs;
  let depth = 0;
  const check = () => {
    if (depth > depthMax) throw failed('The parsing script calls itself too deeply.');
    if (performance.now() > endsMs) throw failed('The parsing script takes too long.');
  };
  expression.assign('__evaluate_entry', () => {
    depth++;
    check();
  });
  expression.assign('__evaluate_exit', () => {
    depth--;
    check();
  });
}

/** Errors of JSONata are plain objects with a code and a position; their text quotes the script, which is the caller's. */
function reasonOf(error: unknown): string {
  const { code, position } = error as { code?: unknown; position?: unknown };
  const place = typeof position === 'number' ? ` at character ${position}` : '';
  return typeof code === 'string' ? `error ${code}${place}.` : 'it could not be evaluated.';
}

function failed(message: string, cause?: unknown): ParseError {
  return new ParseError('parsing_script_failed', message, { cause });
}
