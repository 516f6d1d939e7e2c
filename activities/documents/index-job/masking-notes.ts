import { Readable } from 'node:stream';
import { BlobNotFound, type BlobStore } from '../../../src/blobs';
import { type FoundRange, type RangeNotes } from '../../../src/masking';
import {
  type ChainRecord,
  createEngineChain,
  type EngineChain,
  type EngineDeps,
  type EngineOrder,
} from '../../../src/privacy';

/** Notes on the ranges of one file, and the engines that continue from them. */
export interface MaskingNotes extends RangeNotes {
  /** Engines of the file. Engines that an earlier attempt has abandoned are not used again. */
  engines: (order: EngineOrder) => EngineChain;
}

interface NotedRange {
  found: FoundRange;
  /** State of the engines after the range was searched. */
  record: ChainRecord;
}

const json = { contentType: 'application/json' };

/** Notes in memory, for a file that is masked in one attempt. */
export function createOwnNotes(deps: EngineDeps): MaskingNotes {
  const ranges = new Map<string, FoundRange>();
  return {
    read: (range) => Promise.resolve(ranges.get(range) ?? null),
    write: (range, found) => {
      ranges.set(range, found);
      return Promise.resolve();
    },
    engines: (order) => createEngineChain(order, deps),
  };
}

/**
 * Notes in the blob store below `prefix`, common to all attempts for a file. They contain values, and are
 * removed with the work of the job.
 */
export function createStoredNotes(blobs: BlobStore, prefix: string, deps: EngineDeps): MaskingNotes {
  let chain: EngineChain | null = null;
  let former: ChainRecord | undefined;

  async function noted(range: string): Promise<NotedRange | null> {
    try {
      const { stream } = await blobs.read(`${prefix}${range}`);
      const bytes = Buffer.concat((await stream.toArray()) as Buffer[]);
      return JSON.parse(bytes.toString('utf8')) as NotedRange;
    } catch (error) {
      if (error instanceof BlobNotFound) return null;
      throw error;
    }
  }

  return {
    async read(range) {
      const known = await noted(range);
      if (known === null) return null;
      former = known.record;
      return known.found;
    },
    async write(range, found) {
      const record = chain?.record() ?? former;
      await blobs.put(
        `${prefix}${range}`,
        Readable.from([Buffer.from(JSON.stringify({ found, record }))]),
        json,
      );
    },
    engines: (order) => {
      // Created with the first text, after all notes were read.
      const opened = () => (chain ??= createEngineChain(order, deps, former));
      return {
        find: (texts, signal) => opened().find(texts, signal),
        findNear: (texts, found, signal) => opened().findNear(texts, found, signal),
        record: () => opened().record(),
      };
    },
  };
}
