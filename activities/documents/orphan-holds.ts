import { indexHoldKind } from '../../src/domain/documents/index-job';
import { orphanHoldGraceMs, parseHoldKind } from '../../src/domain/documents/parse-job';
import { type Hold } from '../../src/stores/platform/credits';
import { type ActivityDeps } from '../deps';
import { oneByOne } from '../attempt/one-by-one';

const holdsPerPassMax = 10_000;

export type OrphanHoldsDeps = Pick<ActivityDeps, 'capacity' | 'credits' | 'indexJobs' | 'parseJobs'>;

/** Releases credits and places that a crash left without a job that could give them back. */
export async function releaseOrphanHolds(deps: OrphanHoldsDeps): Promise<{ released: number }> {
  const before = new Date(Date.now() - orphanHoldGraceMs);
  const [holds, places] = await Promise.all([
    deps.credits.listHolds(before, holdsPerPassMax),
    deps.capacity.holders(parseHoldKind),
  ]);
  const ofParsing = holds.filter(({ kind }) => kind === parseHoldKind);
  const ofIndexing = holds.filter(({ kind }) => kind === indexHoldKind);
  const placed = places.filter(({ at }) => at < before);
  const [parsing, indexing] = await Promise.all([
    deps.parseJobs.withOpenHolds([...ofParsing, ...placed].map(({ id }) => id)),
    deps.indexJobs.withOpenHolds(ofIndexing.map(({ id }) => id)),
  ]);
  const released =
    (await releaseAll(deps, ofParsing, parsing)) + (await releaseAll(deps, ofIndexing, indexing));
  const given = await oneByOne(
    placed.filter(({ id }) => !parsing.has(id)),
    ({ id }) => deps.capacity.give(parseHoldKind, id),
  );
  return { released: released + given };
}

function releaseAll({ credits }: OrphanHoldsDeps, holds: readonly Hold[], live: ReadonlySet<string>) {
  return oneByOne(
    holds.filter(({ id }) => !live.has(id)),
    ({ organizationId, id }) => credits.release(organizationId, id),
  );
}
