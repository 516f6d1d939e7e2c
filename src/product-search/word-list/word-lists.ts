import { LRUCache } from 'lru-cache';
import { BlobNotFound, type BlobStore } from '../../blobs';
import { type Metrics } from '../../metrics';
import { untilAborted } from '../../models';
import { type BuildWordStore, fieldsAt, type WordSegment } from '../../stores/products/build-words';
import { type ProductBuildRow } from '../../stores/products/product-builds';
import { type createRecordPages } from '../../stores/products/record-pages';
import { type ListedBuild, readWordList, remakeWordList } from './build-word-list';
import { mergeLists } from './merge-tokens';
import { bytesOfList, type WordList } from './word-list';
import { wordListOf } from './word-list-codec';

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
  /** Tokens of live writes, in lists that get smaller. */
  written: readonly WordList[];
  lists: BuildLists;
  version: number;
}

/** A list is merged with the one before it unless that is so many times as long: few lists remain. */
const growth = 4;
/** Tokens that are sorted at once: some ten milliseconds. */
const tokensPerSort = 20_000;

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
    sizeCalculation: ({ lists }) => 1 + lists.reduce((sum, list) => sum + bytesOfList(list), 0),
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
    const written = await addSegments(former?.written ?? [], segments);
    const words: KnownWords = {
      list,
      written,
      lists: [...(list === null ? [] : [list]), ...written],
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

/** Adds tokens of live writes to lists of them. */
async function addSegments(
  lists: readonly WordList[],
  segments: readonly WordSegment[],
): Promise<WordList[]> {
  const added = [...lists];
  let tokens = new Map<string, number>();
  for (const [place, segment] of segments.entries()) {
    for (const [n, token] of segment.tokens.split(' ').entries())
      tokens.set(token, (tokens.get(token) ?? 0) | fieldsAt(segment, n));
    if (tokens.size < tokensPerSort && place + 1 < segments.length) continue;
    await addList(added, wordListOf(tokens));
    tokens = new Map();
  }
  return added;
}

async function addList(lists: WordList[], list: WordList): Promise<void> {
  let last = list;
  for (let before = lists.pop(); before !== undefined; before = lists.pop()) {
    if (before.size >= growth * last.size) {
      lists.push(before);
      break;
    }
    last = await mergeLists([before, last]);
  }
  lists.push(last);
}
