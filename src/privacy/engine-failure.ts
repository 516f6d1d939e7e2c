import { type FallbackReason } from '../domain/platform/personal-data';

/** Failure of an engine on a file. The message contains nothing of the content. */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure';

  constructor(
    readonly reason: FallbackReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const framesMax = 8;

/**
 * Location of an error, for logs. It leaves out the message of an error from other code, which may quote a
 * text.
 */
export function traceOf(error: unknown): string {
  if (error instanceof EngineFailure) return error.message;
  if (!(error instanceof Error)) return typeof error;
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return [error.name, ...frames.slice(0, framesMax)].join('\n');
}
