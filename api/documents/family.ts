import { DOCUMENT_ERRORS, type DocumentErrorCode } from '../../src/domain/documents/errors';
import { type Permission } from '../../src/domain/documents/permissions';
import { type AccessRule, type Family, type FamilyRefusal } from '../http/family';
import { errorSchemas, refusalSchema, wrongFieldsAnswer } from './error-schemas';

/**
 * Rights that routes of documents require. `read` accepts a key that may query or index, for objects that
 * both kinds of keys need to see.
 */
export type DocumentAccess = Permission | 'read';

export type DocumentsFamily = Family<DocumentErrorCode, DocumentAccess>;

const access: Record<DocumentAccess, AccessRule> = {
  query: { grantedBy: ['query'], named: ['query'] },
  index: { grantedBy: ['index'], named: ['index'] },
  read: { grantedBy: ['query', 'index'], named: ['query', 'index'] },
  // Any key of an organization manages its webhooks, unless it asks for the permission itself.
  webhooks: { grantedBy: ['webhooks', 'query', 'index'], named: ['webhooks', 'query', 'index'] },
};

/**
 * The family of routes that answer wrong fields with 400 `validation_error`, in the
 * same body as other refusals.
 */
export const documentsError: DocumentsFamily = {
  errors: DOCUMENT_ERRORS,
  codeOf: (code) => code,
  errorBody,
  wrongFields(issues, path) {
    const { status, retryable, sentence: message } = DOCUMENT_ERRORS.validation_error;
    const refusal = { code: 'validation_error', status, retryable, message, details: [...issues] };
    return { status, body: errorBody(refusal, path) };
  },
  access,
  limits: ({ keyId, organizationId }, config) => [
    { bucket: `key/${keyId}`, count: config.RATE_LIMIT_KEY_PER_MINUTE, seconds: 60, scope: 'key' },
    {
      bucket: `organization/${organizationId}`,
      count: config.RATE_LIMIT_ORGANIZATION_PER_MINUTE,
      seconds: 60,
      scope: 'organization',
    },
  ],
  openApi: { componentPrefix: '', schemas: errorSchemas, refusalSchema, wrongFields: null },
};

/** The family of routes that answer wrong fields with 422 and a list `detail`. */
export const documentsDetail: DocumentsFamily = {
  ...documentsError,
  wrongFields: (issues) => ({ status: wrongFieldsAnswer.status, body: { detail: issues } }),
  openApi: { ...documentsError.openApi, wrongFields: wrongFieldsAnswer },
};

function errorBody({ code, message, details }: FamilyRefusal, path: string | null): unknown {
  return { error: code, message, details, path, success: false };
}
