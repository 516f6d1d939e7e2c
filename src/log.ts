import { pino, type Logger } from 'pino';

/** One JSON line per event on standard output, times in ISO-8601; `program` tells API and worker apart. */
export function createLog(level: string, program: string): Logger {
  return pino({ level, base: { program }, timestamp: pino.stdTimeFunctions.isoTime });
}
