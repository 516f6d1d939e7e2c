import { ID_PREFIX } from '../../../src/domain/platform/ids';
import { type ProductJobRef } from '../../../src/domain/products/activities';
import { type JobWarning } from '../../../src/domain/products/product-job';
import { type ObjectSettings } from '../../../src/domain/products/settings';
import { isRefusal } from '../../../src/domain/platform/refusal';
import { startBuild } from '../../../src/services/products/builds/start';
import { newId } from '../../../src/stores/mongo/new-id';
import { type ProductImportRow } from '../../../src/stores/products/product-imports';
import { type ProductIndexRow } from '../../../src/stores/products/product-index-row';
import { type ActivityDeps } from '../../deps';
import { jobOver } from '../index-build/build-failures';
import { beginStage, endStage } from '../index-build/stage-notes';
import { heldImport } from './held-import';

/** Most unknown fields that a warning names. */
const namedFieldsMax = 20;

export type ValidateImportDeps = Pick<
  ActivityDeps,
  'acceptProductJob' | 'jobs' | 'productImports' | 'productIndexes' | 'productJobs'
>;

/** Validates settings against records, and starts the build. */
export async function validateImport(
  deps: ValidateImportDeps,
  { jobId }: ProductJobRef,
): Promise<{ buildJobId: string | null }> {
  const { row, index } = await heldImport(deps, jobId);
  await beginStage(deps, jobId, 'validate');
  const isEmpty = index.served === null && index.staged === 0;
  await deps.productJobs.warn(jobId, warningsOf(row, row.build && isEmpty));
  if (!row.build || isEmpty) {
    await endStage(deps, jobId, 'validate');
    return { buildJobId: null };
  }
  // From here on the index is built from the import, which can no longer be cancelled.
  if (!(await deps.productJobs.beginPublishing(jobId)))
    throw jobOver((await deps.productJobs.get(jobId))?.state ?? null);
  const buildJobId = await build(deps, row, index);
  await endStage(deps, jobId, 'validate');
  return { buildJobId };
}

/** Accepts the build, which takes the hold on the index over from the import, and starts its run. */
async function build(
  deps: ValidateImportDeps,
  row: ProductImportRow,
  index: ProductIndexRow,
): Promise<string> {
  const jobId = await deps.productImports.nameBuild(row, newId(ID_PREFIX.productJob));
  try {
    await startBuild({ jobs: deps.jobs, stores: deps }, index, { jobId, follows: row._id, log: null });
  } catch (error) {
    if (isRefusal(error)) throw jobOver('failed');
    throw error;
  }
  return jobId;
}

function warningsOf(row: ProductImportRow, hasNothing: boolean): JobWarning[] {
  const { rejected } = row.reading;
  const unknown = unknownFields(row);
  const refused = rejected === 1 ? '1 record was' : `${rejected} records were`;
  return [
    ...(rejected === 0 ? [] : [{ code: 'RECORDS_REJECTED', message: `${refused} refused; see the report.` }]),
    ...(unknown.length === 0
      ? []
      : [
          {
            code: 'UNKNOWN_FIELD',
            message: `Settings name fields that no imported record has: ${unknown.slice(0, namedFieldsMax).join(', ')}.`,
          },
        ]),
    ...(hasNothing ? [{ code: 'NO_RECORDS', message: 'The index has no records to build.' }] : []),
  ];
}

/** Fields that the mapped settings name and no record has. Nested fields are matched by their first part. */
function unknownFields({ fields, mappedSettings, parts }: ProductImportRow): string[] {
  if (mappedSettings === null || !parts.records) return [];
  const settings = JSON.parse(mappedSettings) as ObjectSettings;
  const { searchable = [], facets = [], sortable = [], group_by: group } = settings;
  const named = [...searchable, ...facets, ...sortable, ...(group === undefined ? [] : [group.field])];
  const known = new Set(fields.map(({ name }) => name));
  return [...new Set([...named, ...Object.keys(settings.fields ?? {})])].filter(
    (name) => !known.has(name) && !known.has(name.split('.')[0]!),
  );
}
