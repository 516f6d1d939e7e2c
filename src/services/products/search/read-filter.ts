import { type ProductErrorCode } from '../../../domain/products/errors';
import { FilterInvalid } from '../../../product-search';
import { Refusal } from '../../../domain/platform/refusal';

/**
 * Reads a filter of a request, and answers a wrong one with the place at which it went wrong.
 *
 * @param param member of the body that holds the filter, such as `filter`, `filters` or `prefer[0].filter`
 * @throws Refusal `FILTER_INVALID`
 */
export function readingFilter<Tree>(param: string, read: () => Tree): Tree {
  try {
    return read();
  } catch (error) {
    if (error instanceof FilterInvalid) throw refused(param, error);
    throw error;
  }
}

function refused(param: string, cause: FilterInvalid): Refusal<ProductErrorCode> {
  const { message, place, expected } = cause;
  const where =
    typeof place === 'number'
      ? { position: place }
      : { details: [{ path: ['body', param, ...place].join('.'), code: 'filter_invalid', message }] };
  return new Refusal<ProductErrorCode>('FILTER_INVALID', {
    message,
    details: { param, expected, ...where },
    cause,
  });
}
