import { type DocumentActivities } from '../../src/domain/documents/activities';
import { indexHoldKind } from '../../src/domain/documents/index-job';
import { orphanHoldGraceMs, parseHoldKind } from '../../src/domain/documents/parse-job';
import { type Hold } from '../../src/stores/platform/credits';
import { type ActivityDeps } from '../deps';
import { oneByOne } from '../attempt/one-by-one';

const holdsPerPassMax = 10_000;

/** Releases credits and places that a crash left without a job that could give them back. */
export function createOrphanHolds({
  capacity,
  credits,
  indexJobs,
  parseJobs,
}: Pick<ActivityDeps, 'capacity' | 'credits' | 'indexJobs' | 'parseJobs'>): Pick<
  DocumentActivities,
  'releaseOrphanHolds'
> {
  const releaseAll = (holds: readonly Hold[], live: ReadonlySet<string>) =>
    oneByOne(
      holds.filter(({ id }) => !live.has(id)),
      ({ organizationId, id }) => credits.release(organizationId, id),
    );

  return {
    async releaseOrphanHolds() {
      const before = new Date(Date.now() - orphanHoldGraceMs);
      const [holds, places] = await Promise.all([
        credits.listHolds(before, holdsPerPassMax),
        capacity.holders(parseHoldKind),
      ]);
      const ofParsing = holds.filter(({ kind }) => kind === parseHoldKind);
      const ofIndexing = holds.filter(({ kind }) => kind === indexHoldKind);
      const placed = places.filter(({ at }) => at < before);
      const [parsing, indexing] = await Promise.all([
        parseJobs.withOpenHolds([...ofParsing, ...placed].map(({ id }) => id)),
        indexJobs.withOpenHolds(ofIndexing.map(({ id }) => id)),
      ]);
      const released = (await releaseAll(ofParsing, parsing)) + (await releaseAll(ofIndexing, indexing));
      const given = await oneByOne(
        placed.filter(({ id }) => !parsing.has(id)),
        ({ id }) => capacity.give(parseHoldKind, id),
      );
      return { released: released + given };
    },
  };
}
