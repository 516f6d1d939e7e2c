import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { interrupted } from './session.js';

/**
 * Reads one line of standard input that is not empty. On a terminal a prompt stands before it, on standard
 * error.
 *
 * @param options.isHidden whether a terminal shows nothing of what is typed
 * @returns the line without blanks at its ends; null at the end of the input
 * @throws AbortError by Ctrl-C
 */
export async function readAnswer(prompt: string, { isHidden = false } = {}): Promise<string | null> {
  const isTerminal = process.stdin.isTTY;
  const silent = new Writable({
    write(_chunk, _encoding, done) {
      done();
    },
  });
  const lines = createInterface({
    input: process.stdin,
    output: isHidden ? silent : process.stderr,
    terminal: isTerminal,
    signal: interrupted,
  });
  lines.setPrompt(isHidden ? '' : prompt);
  // The terminal shows what is typed before readline has taken it over, so that the prompt comes after that.
  if (isTerminal) process.stderr.write(prompt);
  // On a terminal readline receives Ctrl-C.
  lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    // The only line may lack a line end.
    for await (const line of lines) if (line.trim() !== '') return line.trim();
    interrupted.throwIfAborted();
    return null;
  } finally {
    lines.close();
    if (isTerminal && isHidden) process.stderr.write('\n');
  }
}
