import { type Logger } from 'pino';

/** Undoes a part of a request that was refused; when that fails too, the refusal still goes out and retention does the rest. */
export async function takeBack(log: Logger, undo: () => Promise<void>): Promise<void> {
  try {
    await undo();
  } catch (err) {
    log.warn({ err }, 'an upload could not be taken back; retention will do it');
  }
}
