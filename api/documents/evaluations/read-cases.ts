import { type Readable } from 'node:stream';
import { type FieldIssue } from '../../../src/domain/platform/refusal';
import {
  bothFilters,
  caseLineBytesMax,
  type EvaluationCase,
  type EvaluationConfig,
  evaluationCasesMax,
} from '../../../src/domain/documents/evaluation';
import { parseWithLongNumbersInfinite } from '../../../src/domain/platform/exact-json';
import { MetadataFilterError, parseMetadataFilter } from '../../../src/retrieval';
import { fieldIssues } from '../../http/field-issues';
import { issueMessage } from '../../http/issue-message';
import { evaluationCase } from './case-schema';
import { wrongCases } from './cases-refusal';
import { caseLines, type FileLine } from './case-lines';

const whitespace = /^[ \t]*$/;
/** Wrong lines that a refusal tells of; the rest of the file is not read then. */
const wrongLinesMax = 100;
/** Faults of one line that a refusal tells of. */
const faultsPerLineMax = 5;

/**
 * Reads cases, one JSON object per line, and yields them in batches of `batchMax`. Empty lines are skipped.
 * Behind a wrong line nothing is yielded any more: the rest is read for further wrong lines alone.
 *
 * @param configs configurations whose filters must be combinable with the filters of every case
 * @throws Refusal `invalid_cases_file` with the faults of the first 100 wrong lines, five of each; no case
 *   of the batch of the first of them is yielded
 */
export async function* readCases(
  file: Readable,
  configs: readonly EvaluationConfig[],
  batchMax: number,
): AsyncGenerator<EvaluationCase[]> {
  const lineOf = new Map<string, number>();
  const faults: FieldIssue[] = [];
  let wrongLines = 0;
  let caseCount = 0;
  let batch: EvaluationCase[] = [];
  for await (const line of caseLines(file, caseLineBytesMax)) {
    const read = readLine(line, configs, lineOf, caseCount);
    if (read === null) continue;
    caseCount++;
    if (Array.isArray(read)) {
      faults.push(...read.slice(0, faultsPerLineMax));
      if (++wrongLines === wrongLinesMax || caseCount > evaluationCasesMax) break;
      continue;
    }
    if (wrongLines > 0) continue;
    batch.push(read);
    if (batch.length < batchMax) continue;
    yield batch;
    batch = [];
  }
  if (wrongLines > 0) throw wrongCases(faults, wrongLines);
  if (batch.length > 0) yield batch;
  if (caseCount === 0) throw wrongCases([{ loc: ['file'], msg: 'has no case', type: 'too_short' }], 0);
}

/**
 * Reads a line.
 *
 * @param lineOf lines of the ids so far, to which that of a case is added
 * @param caseCount lines so far that were not empty
 * @returns the case, the faults of a wrong line, or null for an empty line
 */
function readLine(
  line: FileLine,
  configs: readonly EvaluationConfig[],
  lineOf: Map<string, number>,
  caseCount: number,
): EvaluationCase | FieldIssue[] | null {
  const { number } = line;
  const text = textOf(line);
  if (typeof text !== 'string') return text;
  if (whitespace.test(text)) return null;
  if (caseCount === evaluationCasesMax)
    return fault(number, [], `is one case too many: at most ${evaluationCasesMax}`, 'too_long');
  const read = readCase(number, text);
  if (Array.isArray(read)) return read;
  const former = lineOf.get(read.id);
  if (former !== undefined) return fault(number, ['id'], `is the id of line ${former} too`, 'duplicate');
  lineOf.set(read.id, number);
  return filtersFault(number, read.filters, configs) ?? read;
}

function textOf({ number, bytes }: FileLine): string | FieldIssue[] {
  if (bytes === null) return fault(number, [], `is longer than ${caseLineBytesMax} bytes`, 'too_long');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return fault(number, [], 'is not UTF-8', 'encoding_error');
  }
}

function readCase(line: number, text: string): EvaluationCase | FieldIssue[] {
  let sent: unknown;
  try {
    sent = parseWithLongNumbersInfinite(text);
  } catch {
    return fault(line, [], 'is not JSON', 'json_invalid');
  }
  const result = evaluationCase.safeParse(sent, { error: issueMessage });
  if (!result.success)
    return fieldIssues('body', result.error, sent).map(({ loc, ...issue }) => ({
      ...issue,
      loc: ['file', line, ...loc.slice(1)],
    }));
  const { id = `case_${line}`, query, expected_files: expectedFiles, filters = null } = result.data;
  const hasFilters = filters !== null && Object.keys(filters).length > 0;
  return { id, query, expectedFiles, filters: hasFilters ? filters : null };
}

/**
 * The fault of a case whose filter cannot be combined with the filter of a configuration, since a query
 * applies both; null when it can.
 */
function filtersFault(
  line: number,
  filters: Record<string, unknown> | null,
  configs: readonly EvaluationConfig[],
): FieldIssue[] | null {
  if (filters === null) return null;
  for (const { name, settings } of configs) {
    try {
      parseMetadataFilter(bothFilters(settings.filter, filters));
    } catch (error) {
      if (!(error instanceof MetadataFilterError)) throw error;
      const where = settings.filter === null ? '' : ` (beside the filter of configuration '${name}')`;
      return fault(line, ['filters'], `${error.message}${where}`, 'invalid_metadata_filter');
    }
  }
  return null;
}

const fault = (line: number, loc: readonly string[], msg: string, type: string): FieldIssue[] => [
  { loc: ['file', line, ...loc], msg, type },
];
