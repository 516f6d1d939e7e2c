import { isDeepStrictEqual } from 'node:util';
import { type Logger } from 'pino';
import { type ProductErrorCode } from '../../../domain/products/errors';
import { settingsRebuildFeature } from '../../../domain/products/features';
import { type ObjectSettings } from '../../../domain/products/settings';
import { changedFixedSettings, type NeededRebuild, neededRebuild } from '../../../product-search';
import { type ProductIndexRow, settingsOf } from '../../../stores/products/product-index-row';
import { type ServiceDeps } from '../../deps';
import { isRefusal, Refusal } from '../../../domain/platform/refusal';
import { startBuild } from '../builds/start';
import { type Caller } from '../../../domain/platform/caller';
import { findIndex } from '../indexes/find';
import {
  withServedBuild,
  planSettings,
  type ServedBuild,
  type SettingsDeps,
  type SettingsView,
  viewSettings,
} from './read';

/** A change of the settings of an index. */
export interface SettingsPut {
  name: string;
  settings: ObjectSettings;
  /** The caller agrees to a full build. */
  rebuild: boolean;
  /** Id of the job, should a build start. */
  jobId: string;
  log: Logger;
}

type PutDeps = SettingsDeps & Pick<ServiceDeps, 'jobs'>;

/** Times that a change is decided again because other changes came between. */
const attemptsMax = 20;

/** Settings after a change, and whether a build was started that applies them. */
interface ReplacedSettings {
  view: SettingsView;
  hasStarted: boolean;
}

/**
 * Replaces the settings of an index: checks what may change, finds out whether the served build can answer by
 * the new settings or a full build has to follow, saves them, and starts that build where the caller has
 * agreed to it. Changes at the same time are put in one order, each decided on what the one before has left.
 *
 * @throws Refusal `INDEX_NOT_FOUND`, `FORBIDDEN` for a change of fixed settings, `FIELD_NEEDS_REBUILD`
 */
export async function putSettings(
  deps: PutDeps,
  caller: Caller,
  put: SettingsPut,
): Promise<ReplacedSettings> {
  const mayRebuild = await deps.stores.organizations.hasFeature(
    caller.organizationId,
    settingsRebuildFeature,
  );
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    const replaced = await withServedBuild(
      deps,
      () => findIndex(deps, caller, put.name),
      (index, served) => replace(deps, caller, { index, served }, { ...put, mayRebuild }),
    );
    if (replaced !== null) return replaced;
  }
  throw new Refusal<ProductErrorCode>('UNAVAILABLE', {
    message: 'The settings are being changed by others.',
  });
}

/** A change, and whether the organization may start builds by it. */
type DecidedPut = SettingsPut & { mayRebuild: boolean };

/** Replaces the settings that an index was read with; null where others have changed them meanwhile. */
async function replace(
  deps: PutDeps,
  caller: Caller,
  { index, served }: { index: ProductIndexRow; served: ServedBuild | null },
  put: DecidedPut,
): Promise<ReplacedSettings | null> {
  refuseFixedSettings(settingsOf(index), put.settings);
  const needed = served === null ? null : await neededBuild(deps, index, served, put);
  const saved = await deps.stores.indexSettings.replace(index, put.settings);
  if (saved === null) return null;
  const startsBuild = needed !== null && put.mayRebuild && put.rebuild;
  const hasStarted = startsBuild && (await start(deps, saved, put));
  const after = hasStarted ? await findIndex(deps, caller, put.name) : saved;
  return { view: await viewSettings(deps, after, served), hasStarted };
}

/**
 * The full build that settings need on the served build; null where they take effect at once.
 *
 * @throws Refusal `FIELD_NEEDS_REBUILD` where the change needs one to which the caller has not agreed
 */
async function neededBuild(
  { stores }: PutDeps,
  index: ProductIndexRow,
  served: ServedBuild,
  { settings, rebuild, mayRebuild }: DecidedPut,
): Promise<NeededRebuild | null> {
  const { wanted, needed } = planSettings({ ...index, settings: JSON.stringify(settings) }, served);
  if (needed === null || !mayRebuild || rebuild) return needed;
  // A difference that was saved before and still waits for a build is no change.
  const before = planSettings(index, served).wanted;
  const changed = isDeepStrictEqual(settingsOf(index), settings) ? null : neededRebuild(before, wanted);
  if (changed === null) return needed;
  const ms = await stores.indexSettings.lastBuildMs(index);
  throw new Refusal<ProductErrorCode>('FIELD_NEEDS_REBUILD', {
    message: 'The change needs a full build: send it with rebuild=true, which saves it and starts the build.',
    details: { ...changed, estimated_minutes: ms === null ? null : Math.round(ms / 600) / 100 },
  });
}

/** Refuses a change of settings that only the creation of an index decides. @throws Refusal `FORBIDDEN` */
function refuseFixedSettings(former: ObjectSettings, next: ObjectSettings): void {
  const fields = changedFixedSettings(former, next);
  if (fields.length === 0) return;
  const message = `${fields.join(', ')} must remain as set when the index was created; send ${fields.length === 1 ? 'it' : 'them'} unchanged.`;
  throw new Refusal<ProductErrorCode>('FORBIDDEN', { message, details: { fields } });
}

/**
 * Starts the build that applies settings. False while another job has the index: settings wait for the next.
 */
async function start(deps: PutDeps, index: ProductIndexRow, { jobId, log }: SettingsPut): Promise<boolean> {
  try {
    await startBuild(deps, index, { jobId, log });
    return true;
  } catch (error) {
    if (isRefusal(error) && error.code === 'JOB_RUNNING') return false;
    throw error;
  }
}
