import { ID_PREFIX } from '../../../src/domain/platform/ids';
import { aliasesPerTenantMax } from '../../../src/domain/products/limits';
import { type ApiDeps } from '../../deps';
import { type AnyRoute, defineRoute } from '../../http/route';
import { changeAliases, findAlias } from '../../../src/services/products/aliases/change';
import { products } from '../family';
import { indexPatternsOf } from '../../../src/services/products/indexes/find';
import { presentAlias, presentChangedAlias } from './present';
import { quotas } from '../quotas';
import {
  aliasActionsBody,
  aliasBody,
  aliasList,
  aliasListQuery,
  aliasParams,
  aliasResource,
  changedAlias,
  changedAliases,
  newAliasParams,
} from './schema';
import { pageOf } from '../pages';

const tag = 'Product aliases';
const idempotent = { idPrefix: ID_PREFIX.productJob };
const shared = { family: products, tag, access: 'aliases.manage' } as const;

/** Routes for aliases: second names by which searches and reads find an index. */
export function productAliasRoutes(deps: ApiDeps): AnyRoute[] {
  return [
    defineRoute({
      ...shared,
      method: 'put',
      path: '/v1/aliases/:alias',
      operationId: 'putProductAlias',
      summary: 'Point an alias at an index',
      description:
        'Makes the alias, or moves it: every read sees the index before or the one after. Searches take an alias wherever they take an ' +
        `index. An organization has at most ${aliasesPerTenantMax} aliases in one environment.`,
      action: 'alias.update',
      quota: quotas.management,
      params: newAliasParams,
      body: aliasBody,
      idempotent,
      responses: { 200: { description: 'The alias.', schema: changedAlias } },
      errors: ['INDEX_NOT_FOUND', 'ALIAS_NOT_INDEX', 'INDEX_EXISTS'],
      async handle({ caller, params, body }) {
        const [changed] = await changeAliases(deps, caller, [{ alias: params.alias, index: body.index }]);
        return { status: 200, body: presentChangedAlias(changed!) };
      },
    }),

    defineRoute({
      ...shared,
      method: 'post',
      path: '/v1/aliases',
      operationId: 'changeProductAliases',
      summary: 'Change aliases together',
      description: 'Moves, makes and removes aliases, all or none, at one moment for every reader.',
      action: 'alias.update',
      quota: quotas.management,
      body: aliasActionsBody,
      idempotent,
      responses: { 200: { description: 'The changed aliases.', schema: changedAliases } },
      errors: ['ALIAS_NOT_FOUND', 'INDEX_NOT_FOUND', 'ALIAS_NOT_INDEX', 'INDEX_EXISTS'],
      async handle({ caller, body }) {
        const changed = await changeAliases(deps, caller, body.actions);
        return { status: 200, body: { aliases: changed.map(presentChangedAlias) } };
      },
    }),

    defineRoute({
      ...shared,
      method: 'get',
      path: '/v1/aliases',
      operationId: 'listProductAliases',
      summary: 'List aliases',
      description: 'The aliases of the environment of the key, by name.',
      quota: quotas.reads,
      query: aliasListQuery,
      responses: { 200: { description: 'A page of aliases.', schema: aliasList } },
      errors: [],
      async handle({ caller, query: { limit, cursor = null } }) {
        const { productAliases } = deps.stores;
        const rows = await productAliases.list(caller, indexPatternsOf(caller), cursor, limit + 1);
        const { page, next } = pageOf(rows, limit, (alias) => alias.name);
        return { status: 200, body: { aliases: page.map(presentAlias), next_cursor: next } };
      },
    }),

    defineRoute({
      ...shared,
      method: 'get',
      path: '/v1/aliases/:alias',
      operationId: 'getProductAlias',
      summary: 'Get an alias',
      description: 'An alias and its index.',
      quota: quotas.reads,
      params: aliasParams,
      responses: { 200: { description: 'The alias.', schema: aliasResource } },
      errors: ['ALIAS_NOT_FOUND'],
      async handle({ caller, params }) {
        return { status: 200, body: presentAlias(await findAlias(deps, caller, params.alias)) };
      },
    }),

    defineRoute({
      ...shared,
      method: 'delete',
      path: '/v1/aliases/:alias',
      operationId: 'deleteProductAlias',
      summary: 'Remove an alias',
      description: 'Frees the name; the index stays.',
      action: 'alias.delete',
      quota: quotas.management,
      params: aliasParams,
      idempotent,
      responses: { 204: { description: 'The alias is removed.' } },
      errors: ['ALIAS_NOT_FOUND'],
      async handle({ caller, params }) {
        await changeAliases(deps, caller, [{ alias: params.alias, index: null }]);
        return { status: 204 };
      },
    }),
  ];
}
