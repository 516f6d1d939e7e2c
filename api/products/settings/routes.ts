import { ID_PREFIX } from '../../../src/domain/platform/ids';
import { previewRecordsMax } from '../../../src/domain/products/limits';
import { type ApiDeps } from '../../deps';
import { type AnyRoute, defineRoute } from '../../http/route';
import { products } from '../family';
import { presentFields, presentSettings } from './present';
import { quotas } from '../quotas';
import { indexParams } from '../indexes/schema';
import {
  previewAnswer,
  previewBody,
  settingsBody,
  putSettingsQuery,
  settingsAnswer,
  refuseUnsettableFields,
} from './schema';
import { previewSchema } from '../../../src/services/products/settings/preview';
import { putSettings } from '../../../src/services/products/settings/put';
import { readSettings } from '../../../src/services/products/settings/read';

const tag = 'Product settings';
/** Samples only: uploads take larger bodies. */
const previewBytesMax = 8 * 1024 * 1024;
const settingsBytesMax = 2 * 1024 * 1024;

/** Routes for settings of indexes and for previews of what the records of an index would be. */
export function productSettingsRoutes(deps: ApiDeps): AnyRoute[] {
  return [
    defineRoute({
      method: 'get',
      path: '/v1/indexes/:index/settings',
      family: products,
      operationId: 'getProductSettings',
      tag,
      summary: 'Get the settings of an index',
      description:
        'The settings as they were set, the fields that they give with the records so far, and the fields of the served build. ' +
        'Before the first build, and for uploads since the last one, fields are those of up to 1,000 records.',
      access: 'settings.read',
      quota: quotas.reads,
      params: indexParams,
      responses: { 200: { description: 'The settings.', schema: settingsAnswer } },
      errors: ['INDEX_NOT_FOUND', 'ALIAS_NOT_INDEX'],
      async handle({ caller, params }) {
        const view = await readSettings(deps, caller, params.index);
        return { status: 200, body: presentSettings(view, caller) };
      },
    }),

    defineRoute({
      method: 'put',
      path: '/v1/indexes/:index/settings',
      family: products,
      operationId: 'replaceProductSettings',
      tag,
      summary: 'Replace the settings of an index',
      description:
        'Replaces all settings: what is left out is unset. `acl`, `tenant_field` and `audit` are fixed when the index is created and ' +
        'must be sent unchanged. `applies_at` says when the settings take effect; warnings refuse nothing.',
      access: 'settings.write',
      action: 'settings.update',
      quota: quotas.management,
      params: indexParams,
      query: putSettingsQuery,
      body: settingsBody,
      bodyBytesMax: settingsBytesMax,
      idempotent: { idPrefix: ID_PREFIX.productJob },
      responses: {
        200: { description: 'The settings are saved.', schema: settingsAnswer },
        202: {
          description: 'The settings are saved; `job` is the build that applies them.',
          schema: settingsAnswer,
        },
      },
      errors: ['INDEX_NOT_FOUND', 'ALIAS_NOT_INDEX', 'FORBIDDEN', 'FIELD_NEEDS_REBUILD', 'UNAVAILABLE'],
      async handle({ caller, params, query, body, sentBody, newId, log }) {
        refuseUnsettableFields(sentBody, []);
        const put = {
          name: params.index,
          settings: body,
          rebuild: query.rebuild === 'true',
          jobId: newId,
          log,
        };
        const { view, hasStarted } = await putSettings(deps, caller, put);
        return { status: hasStarted ? 202 : 200, body: presentSettings(view, caller) };
      },
    }),

    defineRoute({
      method: 'post',
      path: '/v1/schema/preview',
      family: products,
      operationId: 'previewProductSchema',
      tag,
      summary: 'Preview the fields of records',
      description: `Infers id, types and flags of up to ${previewRecordsMax} sample records, as a build would. Nothing is stored.`,
      access: 'settings.read',
      quota: quotas.management,
      body: previewBody,
      bodyBytesMax: previewBytesMax,
      responses: { 200: { description: 'The fields.', schema: previewAnswer } },
      errors: [],
      handle({ body: { records, settings = {}, id_field: idField }, sentBody }) {
        refuseUnsettableFields(sentBody, ['settings']);
        const { id, inferred } = previewSchema(records, { settings, idField });
        const fields = presentFields(inferred.table, { settings, withSamples: true });
        return Promise.resolve({ status: 200, body: { id, fields, warnings: inferred.warnings } });
      },
    }),
  ];
}
