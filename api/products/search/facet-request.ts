import { allowsFacet, scopeOf } from '../../../src/domain/products/key-scope';
import { wantedFacets, type WantedFacets } from '../../../src/product-search';
import { type Caller } from '../../../src/domain/platform/caller';
import { type FacetsBody } from './facets-schema';
import { type ServedIndex } from './served-indexes';

/**
 * The facets of an index that a body asks for; null for none. Names of facets are a wish for them.
 *
 * @throws SearchRefused `ACCESS_DENIED`, `FACET_UNKNOWN`, `VALIDATION_ERROR`
 */
export function requestedFacets(
  asked: FacetsBody,
  { target }: Pick<ServedIndex, 'target'>,
  caller: Caller,
): WantedFacets | null {
  const { facets = asked.facet_keys !== undefined, facet_query: search = null } = asked;
  if (!facets && search === null) return null;
  const bounds = {
    settings: target.settings,
    allows: (name: string) => allowsFacet(scopeOf(caller), name),
    tells: target.tells,
    shows: (name: string) => target.shown.shows(name),
  };
  return wantedFacets(target.table, bounds, {
    keys: facets ? (asked.facet_keys ?? null) : [],
    limit: asked.facet_limit,
    withStats: asked.facet_stats,
    disjunctive: asked.disjunctive,
    search,
    isApproximate: asked.facets_approx,
  });
}
