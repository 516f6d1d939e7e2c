import { isDeepStrictEqual } from 'node:util';
import { type Logger } from 'pino';
import { type ProductErrorCode } from '../../../domain/products/errors';
import { settingsRebuildFeature } from '../../../domain/products/features';
import { type ObjectSettings } from '../../../domain/products/settings';
import { changedFixedSettings, type NeededRebuild, neededRebuild } from '../../../product-search';
import { type ProductIndexRow, settingsOf } from '../../../stores/products/product-indexes';
import { type ServiceDeps } from '../../deps';
import { isRefusal, Refusal } from '../../../domain/platform/refusal';
import { startBuild } from '../builds/start';
import { type Caller } from '../../../domain/platform/caller';
import { findIndex } from '../indexes/find';
import { type ServedBuild } from './known-records';
import { onSettledBuild, type SettingsDeps, planSettings, type SettingsView, viewSettings } from './read';

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

/**
 * Replaces the settings of an index. Changes at the same time are put in one order, each decided on what the
 * one before has left.
 *
 * @returns the settings afterwards, and whether a build was started that applies them
 * @throws Refusal `INDEX_NOT_FOUND`, `FORBIDDEN` for a change of fixed settings, `FIELD_NEEDS_REBUILD`
 */
export async function putSettings(
  deps: PutDeps,
  caller: Caller,
  put: SettingsPut,
): Promise<{ view: SettingsView; hasStarted: boolean }> {
  const mayRebuild = await deps.stores.organizations.hasFeature(caller.organizationId, settingsRebuildFeature);
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    const done = await onSettledBuild(deps, () => findIndex(deps, caller, put.name), async (index, served) => {
      const needed = await decide(deps, index, served, { ...put, mayRebuild });
      const saved = await deps.stores.indexSettings.replace(index, put.settings);
      if (saved === null) return null;
      const hasStarted = needed !== null && mayRebuild && put.rebuild && (await start(deps, saved, put));
      const after = hasStarted ? await findIndex(deps, caller, put.name) : saved;
      return { view: await viewSettings(deps, after, served), hasStarted };
    });
    if (done !== null) return done;
  }
  throw new Refusal<ProductErrorCode>('UNAVAILABLE', { message: 'The settings are being changed by others.' });
} // prettier-ignore

/** Decides whether settings may be saved. @returns the rebuild that they need on the served build */
async function decide(
  { stores }: PutDeps,
  index: ProductIndexRow,
  served: ServedBuild | null,
  { settings, rebuild, mayRebuild }: SettingsPut & { mayRebuild: boolean },
): Promise<NeededRebuild | null> {
  const former = settingsOf(index);
  const fixed = changedFixedSettings(former, settings);
  if (fixed.length > 0) throw fixedSettingsRefusal(fixed);
  if (served === null) return null;
  const { wanted, needed } = planSettings({ ...index, settings: JSON.stringify(settings) }, served);
  if (needed === null || !mayRebuild || rebuild) return needed;
  // A difference that was saved before and still waits for a build is no change.
  const before = planSettings(index, served).wanted;
  const changed = isDeepStrictEqual(former, settings) ? null : neededRebuild(before, wanted);
  if (changed === null) return needed;
  const ms = await stores.indexSettings.lastBuildMs(index);
  throw new Refusal<ProductErrorCode>('FIELD_NEEDS_REBUILD', {
    message: 'The change needs a full build: send it with rebuild=true, which saves it and starts the build.',
    details: { ...changed, estimated_minutes: ms === null ? null : Math.round(ms / 600) / 100 },
  });
}

function fixedSettingsRefusal(fields: string[]): Refusal<ProductErrorCode> {
  const message = `${fields.join(', ')} must remain as set when the index was created; send ${fields.length === 1 ? 'it' : 'them'} unchanged.`;
  return new Refusal<ProductErrorCode>('FORBIDDEN', { message, details: { fields } });
}

/** Starts the build that applies settings. False while another job has the index: settings wait for the next. */
async function start(deps: PutDeps, index: ProductIndexRow, { jobId, log }: SettingsPut): Promise<boolean> {
  try {
    await startBuild(deps, index, { jobId, log });
    return true;
  } catch (error) {
    if (isRefusal(error) && error.code === 'JOB_RUNNING') return false;
    throw error;
  }
}
