import { pino, type Logger } from 'pino';

/**
 * A log of JSON lines, one for each event, on standard output, with times in ISO 8601. `program` names the
 * API or the worker.
 */
export function createLog(level: string, program: string): Logger {
  return pino({ level, base: { program }, timestamp: pino.stdTimeFunctions.isoTime });
}
