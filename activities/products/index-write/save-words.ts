import { collectWords, type DocumentWords, isListed } from '../../../src/product-search';
import { type ActivityDeps } from '../../deps';

export type SaveWordsDeps = Pick<ActivityDeps, 'buildWords' | 'wordLists'>;

/**
 * Adds the words of documents that a build lacks to those that live writes have brought. Called before the
 * documents are written, so that a search which may find them knows their words.
 *
 * @param version of the words of the index, or an earlier one
 */
export async function saveWords(
  { buildWords, wordLists }: SaveWordsDeps,
  { indexId, buildId, version }: { indexId: string; buildId: string; version: number },
  documents: readonly DocumentWords[],
  signal: AbortSignal,
): Promise<void> {
  const collected = collectWords();
  for (const words of documents) collected.add(words);
  const { tokens } = collected;
  if (tokens.size === 0) return;
  const build = { indexId, buildId };
  const lists = await wordLists.ofWrites(build, version, signal);
  const fresh = new Map([...tokens].filter(([token, fields]) => !isListed(lists, token, fields)));
  const raised = await buildWords.add(build, fresh);
  // Later documents of the same writes find them known.
  if (raised !== null) await wordLists.ofWrites(build, raised, signal);
}
