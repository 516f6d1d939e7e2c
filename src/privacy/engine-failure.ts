import { type FallbackReason } from '../domain/platform/personal-data';

/** An engine gives a file up. The message says nothing about the content. */
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

/** Where an error comes from, for logs: without the message of a foreign one, which may quote a text. */
export function traceOf(error: unknown): string {
  if (error instanceof EngineFailure) return error.message;
  if (!(error instanceof Error)) return typeof error;
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return [error.name, ...frames.slice(0, framesMax)].join('\n');
}
