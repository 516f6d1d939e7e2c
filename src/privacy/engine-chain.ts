import { type EngineUse, type FallbackReason, type PiiEngineId } from '../domain/platform/personal-data';
import { type Chat } from '../models';
import {
  createClassifier,
  createPatterns,
  type NearSpan,
  type PiiBounds,
  type PiiEngine,
  type PiiSpan,
  type PiiWarning,
  type PiiWishes,
} from 'personal-data';
import { EngineFailure, traceOf } from './engine-failure';
import { createHosted } from './hosted-engine';

/** Engines in the order in which they are called, and options for all of them. */
export interface EngineOrder extends PiiWishes {
  engine: PiiEngineId;
  /** Bounds by tag. Engines without bounds follow only `off`, and find kinds that have to be asked for. */
  bounds: PiiBounds;
  fallback: {
    engines: readonly PiiEngineId[];
    /** Time in seconds for retries of one engine on one file. */
    retryBudgetSeconds: number;
  };
}

/** Models that engines need, and the receiver of failures. */
export interface EngineDeps {
  /** Null where no chat model is configured. */
  chat: Chat | null;
  embed: Parameters<typeof createClassifier>[1]['embed'];
  /**
   * Called for each engine that the chain stops using. `trace` locates the failure and contains nothing of
   * the texts.
   */
  onGivenUp: (failure: { engine: PiiEngineId; reason: FallbackReason; trace: string }) => void;
}

/** State of a chain for one file. It is plain data, so that another process can resume from it. */
export interface ChainRecord {
  used: { engine: PiiEngineId; model: string }[];
  givenUp: { engine: PiiEngineId; reason: FallbackReason }[];
  warnings: PiiWarning[];
  /** Number of values that a model made up. */
  dropped: number;
}

/** Warning about the engines of a file. */
export interface ChainWarning {
  code: PiiWarning['code'] | 'values_dropped';
  message: string;
}

/** Engines of one file, in the order of their fallback. */
export interface EngineChain {
  /**
   * Finds personal data like an engine. After a failure of an engine the next one takes its texts and the
   * rest of the file.
   *
   * @throws EnginesFailed when no engine remains; the signal's reason when it is aborted
   */
  find: PiiEngine['find'];
  /**
   * Finds what lies below the bounds of the engine that the last call of `find` has used; nothing for engines
   * without bounds.
   *
   * @throws the signal's reason when it is aborted
   */
  findNear: NonNullable<PiiEngine['findNear']>;
  /** Returns the current state, from which `createEngineChain` can resume. */
  record: () => ChainRecord;
}

/** Error after all engines of a file have failed. The message names them with their reasons. */
export class EnginesFailed extends Error {
  override readonly name = 'EnginesFailed';
}

/**
 * Creates the engines of one file.
 *
 * @param former state of an earlier attempt on the same file; default none
 */
export function createEngineChain(
  order: EngineOrder,
  deps: EngineDeps,
  former: ChainRecord = { used: [], givenUp: [], warnings: [], dropped: 0 },
): EngineChain {
  const record = structuredClone(former);
  const onDropped = () => record.dropped++;
  const engines = new Map<PiiEngineId, PiiEngine>();
  let last: PiiEngine | null = null;

  function engineOf(id: PiiEngineId): PiiEngine {
    const known = engines.get(id);
    if (known !== undefined) return known;
    const engine = createEngine(id, order, { ...deps, onDropped });
    engines.set(id, engine);
    return engine;
  }

  function recordUse({ id, model, warnings }: PiiEngine): void {
    if (record.used.some(({ engine }) => engine === id)) return;
    record.used.push({ engine: id, model });
    const known = new Set(record.warnings.map(warningKey));
    record.warnings.push(...warnings.filter((warning) => !known.has(warningKey(warning))));
  }

  return {
    async find(texts, signal) {
      let cause: unknown;
      for (const id of [order.engine, ...order.fallback.engines]) {
        if (record.givenUp.some(({ engine }) => engine === id)) continue;
        try {
          const engine = engineOf(id);
          const spans = await engine.find(texts, signal);
          recordUse(engine);
          last = engine;
          return spans.map((found) => withoutOff(found, order.bounds));
        } catch (error) {
          signal.throwIfAborted();
          cause = error;
          const reason = error instanceof EngineFailure ? error.reason : 'engine_failed';
          record.givenUp.push({ engine: id, reason });
          deps.onGivenUp({ engine: id, reason, trace: traceOf(error) });
        }
      }
      const reasons = record.givenUp.map(({ engine, reason }) => `${engine} (${reason})`);
      throw new EnginesFailed(`No masking engine could examine the file: ${reasons.join(', ')}.`, { cause });
    },

    findNear: async (texts, found, signal) =>
      (await last?.findNear?.(texts, found, signal)) ?? texts.map((): NearSpan[] => []),

    record: () => structuredClone(record),
  };
}

function createEngine(
  id: PiiEngineId,
  { fields, instructions, bounds, fallback }: EngineOrder,
  { chat, embed, onDropped }: Omit<EngineDeps, 'onGivenUp'> & { onDropped: () => void },
): PiiEngine {
  const wishes = { fields, instructions };
  if (id === 'classifier') return createClassifier(wishes, { embed, bounds });
  if (id === 'patterns') return createPatterns({ bounds });
  if (chat === null) throw new EngineFailure('not_configured', 'No chat model is configured.');
  return createHosted(wishes, {
    chat,
    bounds,
    retryBudgetMs: fallback.retryBudgetSeconds * 1_000,
    onDropped,
  });
}

/** Spans of kinds whose bound is not `off`. */
const withoutOff = (spans: readonly PiiSpan[], bounds: PiiBounds): readonly PiiSpan[] =>
  spans.filter(({ tag }) => bounds[tag] !== 'off');

/** Engines of a file, in the form of its report. */
export function engineUseOf(
  { engine }: Pick<EngineOrder, 'engine'>,
  { used, givenUp }: ChainRecord,
): EngineUse {
  return {
    requestedEngine: engine,
    usedEngines: used.map((one) => one.engine),
    fallbackUsed: used.some((one) => one.engine !== engine),
    fallbackReason: givenUp[0]?.reason ?? null,
    model: used.map(({ model }) => model).join(', '),
  };
}

/** Warnings about the engines of a file, for its report. */
export function chainWarnings({ warnings, dropped }: ChainRecord): ChainWarning[] {
  const applied: ChainWarning[] = warnings.map(({ code, text, message }) => ({
    code,
    message: `${message} (${JSON.stringify(text)})`,
  }));
  if (dropped === 0) return applied;
  const message = `${dropped} answers of the hosted model were left out: the text has no such value, or they have no known tag.`;
  return [...applied, { code: 'values_dropped', message }];
}

const warningKey = ({ code, text }: PiiWarning) => `${code}\n${text}`;
