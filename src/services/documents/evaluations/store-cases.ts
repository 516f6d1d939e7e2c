import { type Readable } from 'node:stream';
import {
  type EvaluationCase,
  type EvaluationConfig,
  type EvaluationSize,
} from '../../../domain/documents/evaluation';
import { type Stores } from '../../../stores';
import { type CollectionRow } from '../../../stores/documents/contents/collections';
import { type ResolvedCase } from '../../../stores/documents/evaluations/evaluation-cases';
import { type CaseReader, readCases } from './read-cases';

const casesPerWrite = 500;

interface CasesToStore {
  evalId: string;
  collection: CollectionRow;
  configs: readonly EvaluationConfig[];
  readCase: CaseReader;
  file: Readable;
  signal: AbortSignal;
}

/**
 * Reads the cases of an evaluation, finds the documents that they expect in the collection of its row, and
 * writes the cases in batches of bounded size.
 *
 * @throws Refusal `invalid_cases_file`; batches written before stay
 */
export async function storeCases(
  { evaluationGold, evaluationCases }: Pick<Stores, 'evaluationGold' | 'evaluationCases'>,
  { evalId, collection, configs, readCase, file, signal }: CasesToStore,
): Promise<EvaluationSize> {
  const size = { cases: 0, casesError: 0 };
  // A case may expect a document that only some of its configurations can find.
  const includeArchived = configs.some(({ settings }) => settings.includeArchived);
  try {
    for await (const batch of readCases(file, { configs, readCase }, casesPerWrite)) {
      signal.throwIfAborted();
      const names = new Set(batch.flatMap(({ expectedFiles }) => expectedFiles));
      const documents = await evaluationGold.resolve(collection, [...names], { includeArchived });
      const resolved = batch.map((one) => resolveCase(one, documents));
      await evaluationCases.insert(evalId, size.cases, resolved, configs.length);
      size.cases += resolved.length;
      size.casesError += resolved.filter(({ fault }) => fault !== null).length;
    }
    return size;
  } finally {
    file.destroy();
  }
}

/**
 * Finds the documents of a case's expected files. A case is asked only where each file is exactly one
 * document.
 */
function resolveCase(
  { id, query, filters, expectedFiles }: EvaluationCase,
  documents: ReadonlyMap<string, string[]>,
): ResolvedCase {
  const found = expectedFiles.map((name) => documents.get(name) ?? []);
  const expectedDocumentIds = new Set(found.flatMap((ids) => (ids.length === 1 ? ids : [])));
  const isResolved = found.every((ids) => ids.length === 1);
  return {
    id,
    query,
    filters,
    expectedDocumentIds: [...expectedDocumentIds],
    fault: isResolved ? null : 'GOLD_UNRESOLVED',
  };
}
