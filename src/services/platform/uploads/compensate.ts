import { type Logger } from 'pino';

/**
 * Undoes a part of a refused request. A failed undo is logged; the refusal is still answered, and retention
 * removes the rest.
 */
export async function compensate(log: Logger, undo: () => Promise<void>): Promise<void> {
  try {
    await undo();
  } catch (err) {
    log.warn({ err }, 'an upload could not be taken back; retention will do it');
  }
}
