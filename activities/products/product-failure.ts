import { ApplicationFailure, CancelledFailure } from '@temporalio/activity';
import { TooManyFields } from '../../src/product-search';
import { isRefusedForRoom, NoRoomForIndex } from '../../src/stores/elastic/search-unavailable';
import { EngineDiskFull } from '../../src/stores/products/physical-index';
import { buildVerdict, engineFailure } from './index-build/build-failures';

/**
 * Failure with which an activity of product search ends: known failures by their code, everything else as
 * `internal_error`, which is worth another attempt. Cancellation passes as it is.
 */
export function asProductFailure(error: unknown): unknown {
  if (error instanceof ApplicationFailure || error instanceof CancelledFailure) return error;
  if (error instanceof TooManyFields) return buildVerdict('BUILD_QUALITY', error.message);
  if (isRefusedForRoom(error)) return asProductFailure(new EngineDiskFull(error));
  if (error instanceof EngineDiskFull || error instanceof NoRoomForIndex)
    return engineFailure(error.message, error);
  return ApplicationFailure.create({
    type: 'internal_error',
    message: error instanceof Error ? error.message : 'a value that is no error was thrown',
    ...(error instanceof Error ? { cause: error } : {}),
  });
}
