import { type Readable } from 'node:stream';
import { type DocumentErrorCode } from '../../../domain/documents/errors';
import { type AnyRefusal, type FieldIssue, Refusal } from '../../../domain/platform/refusal';
import {
  bothFilters,
  caseLineBytesMax,
  type EvaluationCase,
  type EvaluationConfig,
  evaluationCasesMax,
} from '../../../domain/documents/evaluation';
import { MetadataFilterError, parseMetadataFilter } from '../../../retrieval';
import { caseLines, type FileLine } from './case-lines';

/** Case as sent; `id` is null where the line has none. */
export type SentCase = Omit<EvaluationCase, 'id'> & { id: string | null };

/** Reads a case from its text. @returns the case, or its faults, with paths from the root of the case */
export type CaseReader = (text: string) => SentCase | FieldIssue[];

/** How lines are read, and the configurations whose filters each case must be combinable with. */
interface Reading {
  configs: readonly EvaluationConfig[];
  readCase: CaseReader;
}

const whitespace = /^[ \t]*$/;
/** Upper bound of the wrong lines in a refusal; the rest of the file is then not read. */
const wrongLinesMax = 100;
/** Upper bound of the faults of one line in a refusal. */
const faultsPerLineMax = 5;

/**
 * Reads cases, one JSON object per line, and yields them in batches of `batchMax`. Empty lines are skipped.
 * After a wrong line it yields nothing more, and reads the rest only to report further wrong lines.
 *
 * @param reading.configs configurations whose filters must be combinable with the filters of every case
 * @throws Refusal `invalid_cases_file` with the faults of the first 100 wrong lines, five of each; it yields
 * no case of the batch with the first wrong line
 */
export async function* readCases(
  file: Readable,
  reading: Reading,
  batchMax: number,
): AsyncGenerator<EvaluationCase[]> {
  const lineOf = new Map<string, number>();
  const faults: FieldIssue[] = [];
  let wrongLines = 0;
  let caseCount = 0;
  let batch: EvaluationCase[] = [];
  for await (const line of caseLines(file, caseLineBytesMax)) {
    const read = readLine(line, reading, lineOf, caseCount);
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
 * @param lineOf line numbers by case id; a case that is read is added
 * @param caseCount number of the non-empty lines before
 * @returns the case, the faults of a wrong line, or null for an empty line
 */
function readLine(
  line: FileLine,
  { configs, readCase }: Reading,
  lineOf: Map<string, number>,
  caseCount: number,
): EvaluationCase | FieldIssue[] | null {
  const { number } = line;
  const text = textOf(line);
  if (typeof text !== 'string') return text;
  if (whitespace.test(text)) return null;
  if (caseCount === evaluationCasesMax)
    return fault(number, [], `is one case too many: at most ${evaluationCasesMax}`, 'too_long');
  const sent = readCase(text);
  if (Array.isArray(sent)) return sent.map((issue) => ({ ...issue, loc: ['file', number, ...issue.loc] }));
  const read = { ...sent, id: sent.id ?? `case_${number}` };
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

/**
 * Fault of a case whose filter cannot be combined with the filter of a configuration, because a query applies
 * both; null where it can.
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

/**
 * Refusal of a file of cases.
 *
 * @param faults at least one, in the order of the lines; the message describes the first
 * @param wrongLines number of wrong lines; 0 where the file as a whole is wrong
 */
function wrongCases(faults: readonly FieldIssue[], wrongLines: number): AnyRefusal {
  const [{ loc, msg }] = faults as [FieldIssue];
  const [, line, ...field] = loc;
  const where = line === undefined ? 'The file' : `Line ${[line, ...field].join(', ')}`;
  const others = wrongLines > 1 ? ` (details has ${wrongLines} wrong lines)` : '';
  return new Refusal<DocumentErrorCode>('invalid_cases_file', {
    message: `${where}: ${msg}${others}`,
    details: [...faults],
  });
}
