import { type FieldRow } from '../../../src/domain/products/field-table';
import { type BuildCheck } from '../../../src/domain/products/product-job';
import { type CountedGroups, countGroups, everybody, groupsCounted } from '../../../src/product-search';
import { type ActivityDeps } from '../../deps';
import { type BuildLease, tableOfLease } from './build-lease';
import { searchSampledTitles } from './search-titles';

/**
 * Least size of a build relative to the served one; a smaller one is probably a mistake, unless everything
 * was replaced.
 */
const shrinkMin = 0.5;
/** Largest share of records refused by the search engine in a served build. */
const refusedShareMax = 0.01;
const selfRetrievalMin = 0.8;
/** Facet fields whose counts are checked. */
const summedFacetsMax = 5;
const latencyMsMax = 500;

type CheckDeps = Pick<
  ActivityDeps,
  'physicalIndexes' | 'productBuildParts' | 'productBuilds' | 'productIndexes' | 'recordGroups'
>;

/**
 * Checks a new build before it is served.
 *
 * @returns every check with its figures; a build with a failed one must not be served
 */
export async function checkBuild(deps: CheckDeps, lease: BuildLease): Promise<BuildCheck[]> {
  const { physical } = lease.build;
  const count = await deps.physicalIndexes.count(physical);
  const { count: uploaded, refused } = await deps.productBuildParts.progress(lease.job._id, 'upload');
  const counted = { count, uploaded, refused, tolerance: await toleranceOf(deps, lease, uploaded) };
  const titles = await titleChecks(deps, lease);
  return [
    recordCount(counted),
    idUnique(counted),
    shrink(lease, counted),
    titles.selfRetrieval,
    await facetSum(deps, lease, counted),
    await aclClosed(deps, lease),
    titles.latency,
  ];
}

function check(
  name: BuildCheck['name'],
  status: BuildCheck['status'],
  facts: Partial<Pick<BuildCheck, 'value' | 'threshold' | 'message'>> = {},
): BuildCheck {
  return { name, status, value: null, threshold: null, message: null, ...facts };
}

/** Records of a new build. */
interface CountedRecords {
  /** Number of records that searches find. */
  count: number;
  uploaded: number;
  /** Number of uploaded records that the search engine refused. */
  refused: number;
  tolerance: LiveTolerance;
}

/** By how many records live writes may have changed a build since it began. */
interface LiveTolerance {
  more: number;
  fewer: number;
}

/** Each live write may add or remove a record; a clear removes all. */
async function toleranceOf(
  { productIndexes }: CheckDeps,
  { index, build }: BuildLease,
  uploaded: number,
): Promise<LiveTolerance> {
  const { sequence, voidThrough } = (await productIndexes.get(index._id)) ?? index;
  const { stagedThrough } = build.view;
  const writes = sequence - stagedThrough;
  return { more: writes, fewer: voidThrough > stagedThrough ? uploaded + writes : writes };
}

function recordCount({ count, uploaded, refused, tolerance }: CountedRecords): BuildCheck {
  const threshold = uploaded - refused;
  const facts = { value: count, threshold };
  if (count > threshold + tolerance.more || count < threshold - tolerance.fewer) {
    const message = `The build holds ${count} records instead of ${threshold}.`;
    return check('record_count', 'failed', { ...facts, message });
  }
  if (refused === 0) return check('record_count', 'passed', facts);
  const status = refused > uploaded * refusedShareMax ? 'failed' : 'warned';
  const message = `The search engine refuses ${refused} of ${uploaded} records; the warnings name them.`;
  return check('record_count', status, { ...facts, message });
}

function idUnique({ count, uploaded, refused, tolerance }: CountedRecords): BuildCheck {
  const lost = Math.max(0, uploaded - refused - count - tolerance.fewer);
  const message = lost === 0 ? null : `${lost} records have the id of another one.`;
  return check('id_unique', lost === 0 ? 'passed' : 'failed', { value: lost, threshold: 0, message });
}

function shrink({ index, build }: BuildLease, { count, tolerance }: CountedRecords): BuildCheck {
  const { served } = index;
  if (served === null || served.records === 0)
    return check('shrink', 'passed', { message: 'No build was served.' });
  if (build.view.voidThrough > served.view.voidThrough)
    return check('shrink', 'passed', { message: 'All records were replaced on purpose.' });
  const share = count / served.records;
  // The served build may still contain records that live writes have removed here.
  if (count + tolerance.fewer >= served.records * shrinkMin)
    return check('shrink', 'passed', { value: share, threshold: shrinkMin });
  const message = `The build would leave ${count} of ${served.records} served records.`;
  return check('shrink', 'failed', { value: share, threshold: shrinkMin, message });
}

/** Checks that searches for sampled titles find their records, fast enough. */
async function titleChecks(
  deps: CheckDeps,
  lease: BuildLease,
): Promise<{ selfRetrieval: BuildCheck; latency: BuildCheck }> {
  const figures = await searchSampledTitles(deps, lease);
  if (figures === null) {
    const facts = { message: 'No sampled record has a title.' };
    return {
      selfRetrieval: check('self_retrieval', 'passed', facts),
      latency: check('latency', 'passed', facts),
    };
  }
  const { foundShare, medianMs } = figures;
  return {
    selfRetrieval: check('self_retrieval', foundShare >= selfRetrievalMin ? 'passed' : 'failed', {
      value: foundShare,
      threshold: selfRetrievalMin,
      message: foundShare >= selfRetrievalMin ? null : 'Too few records are found by their own titles.',
    }),
    latency: check('latency', medianMs <= latencyMsMax ? 'passed' : 'warned', {
      value: medianMs,
      threshold: latencyMsMax,
      message: medianMs <= latencyMsMax ? null : 'Searches by title are slow, in milliseconds.',
    }),
  };
}

/**
 * Checks that the counts of a facet's values add up to the number of values, and those of groups to the
 * number of groups.
 */
async function facetSum(
  deps: CheckDeps,
  lease: BuildLease,
  { refused, tolerance }: CountedRecords,
): Promise<BuildCheck> {
  const groups = await checkGroups(deps, lease, { ...tolerance, fewer: tolerance.fewer + refused });
  if (groups !== null) return check('facet_sum', 'warned', { message: groups });
  const fields = tableOfLease(lease).fields.filter(isCountedFacet).slice(0, summedFacetsMax);
  if (fields.length === 0) return check('facet_sum', 'passed', { message: 'No facet has counts.' });
  const sums = await deps.physicalIndexes.facetSums(
    lease.build.physical,
    fields.map(({ column }) => column!),
  );
  const wrong = fields.filter(({ column }) => {
    const { counted, values } = sums.get(column!)!;
    return counted !== values;
  });
  if (wrong.length === 0) return check('facet_sum', 'passed', { value: fields.length });
  const message = `The counts of ${wrong[0]!.path.join('.')} do not add up.`;
  return check('facet_sum', 'failed', { value: wrong.length, threshold: 0, message });
}

function isCountedFacet({ column, facet, type, list }: FieldRow): boolean {
  // A document has equal values of one list once, so that sums prove nothing there.
  return column !== null && facet && !list && (type === 'keyword' || type === 'enum' || type === 'bool');
}

/** Checks that a key without principals sees only public records. */
async function aclClosed(
  { physicalIndexes }: CheckDeps,
  { build, settings }: BuildLease,
): Promise<BuildCheck> {
  if (settings.acl === undefined)
    return check('acl_closed', 'passed', { message: 'There is no access list.' });
  const { hits } = await physicalIndexes.search(build.physical, {
    size: 0,
    track_total_hits: true,
    query: { term: { acl: everybody } },
  });
  const seen = typeof hits.total === 'number' ? hits.total : (hits.total?.value ?? 0);
  const isClosed = settings.acl.missing === 'public' || seen === 0;
  return check('acl_closed', isClosed ? 'passed' : 'failed', {
    value: seen,
    threshold: isClosed ? null : 0,
    message: isClosed ? null : `${seen} records could be seen without a principal.`,
  });
}

/**
 * Counts the groups of a new build by their codes, and records whether the count is exact. It is not if the
 * search engine keeps other bits of a value than the codes assume; searches then count groups in another way.
 *
 * @param tolerance number of groups by which live writes may have changed the build since it began
 * @returns a sentence about a wrong count; null when it is exact, and for builds without codes
 */
async function checkGroups(
  { physicalIndexes, productBuilds, recordGroups }: CheckDeps,
  { build }: BuildLease,
  tolerance: { more: number; fewer: number },
): Promise<string | null> {
  if ((build.groupField ?? null) === null) return null;
  const dealt = await recordGroups.count(build._id);
  const { aggregations } = await physicalIndexes.search(build.physical, {
    size: 0,
    aggs: { groups: countGroups() },
  });
  const counted = groupsCounted(aggregations!.groups as CountedGroups);
  const areGroupsExact = counted <= dealt + tolerance.more && counted >= dealt - tolerance.fewer;
  await productBuilds.set(build._id, { areGroupsExact });
  return areGroupsExact ? null : `${counted} groups are counted instead of ${dealt}.`;
}
