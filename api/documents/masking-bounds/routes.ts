import { findAnyCollection } from '../../../src/services/documents/collections/find';
import { setMaskingBound } from '../../../src/services/documents/masking-bounds/set';
import { type ApiDeps } from '../../deps';
import { type AnyRoute, defineRoute } from '../../http/route';
import { collectionParams } from '../collections/schema';
import { documentsError } from '../family';
import { presentMaskingBounds } from './present';
import { maskingBoundParams, maskingBounds, setMaskingBoundBody } from './schema';

const tag = 'Collections';

/** Routes for the bounds of masking of a collection: read all, set one. */
export function maskingBoundRoutes(deps: ApiDeps): AnyRoute[] {
  return [
    defineRoute({
      method: 'get',
      path: '/v2/collections/:collection_name/masking-bounds',
      family: documentsError,
      operationId: 'getMaskingBounds',
      tag,
      summary: 'Read the bounds of masking of a collection',
      description:
        'How much evidence each kind of personal data needs before jobs of the collection mask it.',
      access: 'read',
      params: collectionParams,
      responses: { 200: { description: 'The bounds.', schema: maskingBounds } },
      errors: ['collection_not_found'],
      async handle({ caller, params }) {
        const collection = await findAnyCollection(deps, caller, params.collection_name);
        return { status: 200, body: presentMaskingBounds(collection) };
      },
    }),

    defineRoute({
      method: 'put',
      path: '/v2/collections/:collection_name/masking-bounds/:tag',
      family: documentsError,
      operationId: 'setMaskingBound',
      tag,
      summary: 'Set the bound of masking of a kind of personal data',
      description:
        'Jobs that are accepted afterwards mask by it; documents that are indexed stay as they are. Copies of ' +
        'the collection take the bounds along.',
      access: 'index',
      params: maskingBoundParams,
      body: setMaskingBoundBody,
      responses: { 200: { description: 'The bounds afterwards.', schema: maskingBounds } },
      errors: ['collection_not_found'],
      async handle({ caller, params: { collection_name: collectionName, tag: kind }, body: { bound } }) {
        const collection = await setMaskingBound(deps, caller, { collectionName, tag: kind, bound });
        return { status: 200, body: presentMaskingBounds(collection) };
      },
    }),
  ];
}
