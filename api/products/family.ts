import {
  PRODUCT_ERRORS,
  PRODUCT_FRAMEWORK_CODES,
  type ProductErrorCode,
} from '../../src/domain/products/errors';
import { PRODUCT_PERMISSIONS, type ProductPermission } from '../../src/domain/products/permissions';
import { type AccessRule, type Family, type Refusal } from '../http/family';
import { errorSchemas, refusalSchema } from './error-schemas';

export type ProductsFamily = Family<ProductErrorCode, ProductPermission>;

/**
 * The family of the routes of product search, `/v1`. Each route has its own quota; no
 * limit applies to all of them.
 */
export const products: ProductsFamily = {
  errors: PRODUCT_ERRORS,
  codeOf: (code) => PRODUCT_FRAMEWORK_CODES[code],
  errorBody,
  wrongFields(issues) {
    const { status, retryable, sentence: message } = PRODUCT_ERRORS.VALIDATION_ERROR;
    const refusal = { code: 'VALIDATION_ERROR', status, retryable, message, details: null };
    const details = issues.map(({ loc, msg, type }) => ({ path: loc.join('.'), code: type, message: msg }));
    return { status, body: { ...errorBody(refusal), details } };
  },
  access: Object.fromEntries(
    PRODUCT_PERMISSIONS.map((name): [string, AccessRule] => [name, { grantedBy: [name], named: [name] }]),
  ) as Record<ProductPermission, AccessRule>,
  limits: () => [],
  openApi: { schemas: errorSchemas, refusalSchema, wrongFields: null },
};

function errorBody({ code, message, status }: Refusal) {
  return { error: code, message, status_code: status };
}
