import { type Context } from 'koa';
import { operatorNamePattern } from '../../../src/domain/products/audit';
import { type ProductErrorCode } from '../../../src/domain/products/errors';
import { operatorCharsMax } from '../../../src/domain/products/limits';
import { Refusal, ValidationError } from '../../../src/domain/platform/refusal';
import { type Caller } from '../../../src/domain/platform/caller';

/** Reads the operator from `X-Operator`, trimmed; null for none. @throws ValidationError */
export function readOperator(ctx: Context): string | null {
  const sent = ctx.get('X-Operator');
  // Node decodes headers as Latin-1; clients send names in UTF-8.
  const name = Buffer.from(sent, 'latin1').toString('utf8').trim();
  if (name === '') return null;
  if (operatorNamePattern.test(name)) return name;
  const msg = `must have 1 to ${operatorCharsMax} characters, and none that controls`;
  throw new ValidationError([{ loc: ['header', 'X-Operator'], msg, type: 'value_error' }]);
}

/** @throws Refusal `OPERATOR_REQUIRED`, `OPERATOR_NOT_ALLOWED` */
export function checkOperator({ operators }: Caller, operator: string | null): void {
  if (operators === null) return;
  if (operator === null)
    throw new Refusal<ProductErrorCode>('OPERATOR_REQUIRED', {
      message: 'Management calls of this organization name the acting person in X-Operator.',
    });
  if (!operators.includes(operator)) throw new Refusal<ProductErrorCode>('OPERATOR_NOT_ALLOWED');
}
