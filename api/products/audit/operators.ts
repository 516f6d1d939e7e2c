import { type Context } from 'koa';
import { operatorNamePattern } from '../../../src/domain/products/audit';
import { type ProductErrorCode } from '../../../src/domain/products/errors';
import { operatorCharsMax } from '../../../src/domain/products/limits';
import { RequestError, ValidationError } from '../../http/request-error';
import { type Caller } from '../../http/route';

/** The person that a request names in `X-Operator`, without blanks around; null for none. @throws ValidationError */
export function readOperator(ctx: Context): string | null {
  const sent = ctx.get('X-Operator');
  // Node reads headers byte by byte; names are sent in UTF-8.
  const name = Buffer.from(sent, 'latin1').toString('utf8').trim();
  if (name === '') return null;
  if (operatorNamePattern.test(name)) return name;
  const msg = `must have 1 to ${operatorCharsMax} characters, and none that controls`;
  throw new ValidationError([{ loc: ['header', 'X-Operator'], msg, type: 'value_error' }]);
}

/** @throws RequestError `OPERATOR_REQUIRED`, `OPERATOR_NOT_ALLOWED` */
export function checkOperator({ operators }: Caller, operator: string | null): void {
  if (operators === null) return;
  if (operator === null)
    throw new RequestError<ProductErrorCode>('OPERATOR_REQUIRED', {
      message: 'Management calls of this organization name the acting person in X-Operator.',
    });
  if (!operators.includes(operator)) throw new RequestError<ProductErrorCode>('OPERATOR_NOT_ALLOWED');
}
