import { orphanHoldGraceMs, parseHoldKind } from '../../src/domain/documents/parse-job';
import { indexHoldKind } from '../../src/domain/documents/index-job';
import { findOrphans } from '../../src/job-rows/orphan-holds';
import { type ActivityDeps } from '../deps';
import { tryEach } from '../attempt/try-each';

const holdsPerPassMax = 10_000;

export type OrphanHoldsDeps = Pick<ActivityDeps, 'capacity' | 'credits' | 'indexJobs' | 'parseJobs'>;

/** Releases credits and places that a crash left without a job that could give them back. */
export async function releaseOrphanHolds({
  capacity,
  credits,
  indexJobs,
  parseJobs,
}: OrphanHoldsDeps): Promise<{ released: number }> {
  const kinds = [
    { billing: { holdKind: parseHoldKind, hasPlace: true }, jobs: parseJobs },
    { billing: { holdKind: indexHoldKind, hasPlace: false }, jobs: indexJobs },
  ];
  const before = new Date(Date.now() - orphanHoldGraceMs);
  const [holds, places] = await Promise.all([
    credits.listHolds(before, holdsPerPassMax),
    capacity.holders(parseHoldKind),
  ]);
  let released = 0;
  for (const kind of kinds) {
    const orphans = await findOrphans(kind, { holds, places, before });
    released += await tryEach(orphans.holds, ({ organizationId, id }) => credits.release(organizationId, id));
    released += await tryEach(orphans.places, ({ id }) => capacity.give(kind.billing.holdKind, id));
  }
  return { released };
}
