import { LRUCache } from 'lru-cache';
import { BlobNotFound, type BlobStore } from '../../blobs';
import { type Metrics } from '../../metrics';
import { untilAborted } from '../../models';
import { type BuildWordStore } from '../../stores/products/build-words';
import { type ProductBuildRow } from '../../stores/products/product-builds';
import { type createRecordPages } from '../../stores/products/record-pages';
import { type ListedBuild, readWordList, remakeWordList } from './build-word-list';
import { addTokens } from './collect-words';
import { bytesOfList, type WordList, wordListOf } from './word-list';

/** The tokens of a build: its word list, and those that live writes have brought. A token may be in both. */
export type BuildLists = readonly WordList[];

/** Word lists of builds; see {@link createWordLists}. */
export interface WordLists {
  /**
   * The tokens of a build. Where its list is missing, it is made again from the records.
   *
   * @param version of the words in the row of the index; the result has all words up to it
   * @throws BlobNotFound for a build that is gone, and the signal's reason once it aborts
   */
  of(build: ListedBuild, version: number, signal: AbortSignal): Promise<BuildLists>;
  /** As `of`, without a list as long as the build has none: it is under way. */
  ofWrites(build: ListedBuild, version: number, signal: AbortSignal): Promise<BuildLists>;
}

export interface WordListDeps {
  blobs: Pick<BlobStore, 'put' | 'read'>;
  buildWords: Pick<BuildWordStore, 'after'>;
  productBuilds: { get(buildId: string): Promise<ProductBuildRow | null> };
  recordPages: Pick<ReturnType<typeof createRecordPages>, 'page'>;
  metrics: Pick<Metrics, 'count' | 'gauge'>;
}

/** The tokens of a build that a process knows. */
interface KnownWords {
  /** Null while the build has no list. */
  list: WordList | null;
  written: ReadonlyMap<string, number>;
  lists: BuildLists;
  version: number;
}

/** Memory of a token in a map, in bytes. */
const mappedTokenBytes = 100;

/**
 * Creates the word lists of the builds that a process searches or writes to, of which the least recently used
 * are dropped. Concurrent calls share a read. An answer never depends on whether a list is kept: a call waits
 * for it.
 *
 * @param bytesMax memory of the lists that are kept
 */
export function createWordLists(deps: WordListDeps, bytesMax: number): WordLists {
  const known = new LRUCache<string, KnownWords>({
    maxSize: bytesMax,
    sizeCalculation: ({ lists, written }) =>
      1 + written.size * mappedTokenBytes + lists.reduce((sum, list) => sum + bytesOfList(list), 0),
  });
  const reading = new Map<string, Promise<KnownWords>>();
  deps.metrics.gauge('wordListBytes', () => [{ labels: {}, value: known.calculatedSize }]);

  async function listOf(build: ListedBuild): Promise<WordList> {
    try {
      const list = await readWordList(deps.blobs, build);
      deps.metrics.count('wordListLoads', { from: 'blob' });
      return list;
    } catch (error) {
      if (!(error instanceof BlobNotFound)) throw error;
      const row = await deps.productBuilds.get(build.buildId);
      if (row === null) throw error;
      deps.metrics.count('wordListLoads', { from: 'records' });
      return remakeWordList(deps, row);
    }
  }

  async function read(build: ListedBuild, version: number, isWhole: boolean): Promise<KnownWords> {
    const former = known.peek(build.buildId);
    const list = former?.list ?? (isWhole ? await listOf(build) : await writtenListOf(build));
    const segments = await deps.buildWords.after(build.buildId, former?.version ?? 0);
    const written = new Map(former?.written);
    for (const { tokens, fields } of segments)
      addTokens(written, tokens.split(' ').map((token, place) => [token, Number(fields[place])] as const)); // prettier-ignore
    const words: KnownWords = {
      list,
      written,
      lists: [...(list === null ? [] : [list]), ...(written.size === 0 ? [] : [wordListOf(written)])],
      version: Math.max(version, segments.at(-1)?.version ?? 0, former?.version ?? 0),
    };
    known.set(build.buildId, words);
    return words;
  }

  /** The list of a build that may be under way; null while it has none. */
  async function writtenListOf(build: ListedBuild): Promise<WordList | null> {
    return readWordList(deps.blobs, build).catch((error: unknown) => {
      if (error instanceof BlobNotFound) return null;
      throw error;
    });
  }

  async function wordsOf(
    build: ListedBuild,
    version: number,
    { isWhole, signal }: { isWhole: boolean; signal: AbortSignal },
  ): Promise<BuildLists> {
    const isEnough = (words: KnownWords | undefined): words is KnownWords =>
      words !== undefined && words.version >= version && (words.list !== null || !isWhole);
    for (;;) {
      const words = known.get(build.buildId);
      if (isEnough(words)) return words.lists;
      let running = reading.get(build.buildId);
      if (running === undefined) {
        running = read(build, version, isWhole).finally(() => reading.delete(build.buildId));
        reading.set(build.buildId, running);
      }
      const fresh = await untilAborted(running, signal);
      if (isEnough(fresh)) return fresh.lists;
    }
  }

  return {
    of: (build, version, signal) => wordsOf(build, version, { isWhole: true, signal }),
    ofWrites: (build, version, signal) => wordsOf(build, version, { isWhole: false, signal }),
  };
}
