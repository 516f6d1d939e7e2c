import { type Readable } from 'node:stream';
import { type DocumentErrorCode } from '../../../src/domain/documents/errors';
import { type AnyRequestError, type FieldIssue, RequestError } from '../../http/request-error';
import {
  bothFilters,
  caseLineBytesMax,
  type EvaluationCase,
  type EvaluationConfig,
  evaluationCasesMax,
} from '../../../src/domain/documents/evaluation';
import { MetadataFilterError, parseMetadataFilter } from '../../../src/retrieval';
import { fieldIssues } from '../../http/field-issues';
import { evaluationCase } from '../schemas/evaluation-case';
import { caseLines, type FileLine } from './case-lines';

const whitespace = /^[ \t]*$/;

/**
 * Reads cases, one JSON object per line, and yields them in batches of `batchMax`. Empty lines are skipped.
 *
 * @param configs configurations whose filters must be combinable with the filters of every case
 * @throws RequestError `invalid_cases_file` with line and reason; no case of the
 *   batch of that line is yielded
 */
export async function* readCases(
  file: Readable,
  configs: readonly EvaluationConfig[],
  batchMax: number,
): AsyncGenerator<EvaluationCase[]> {
  const lineOf = new Map<string, number>();
  let batch: EvaluationCase[] = [];
  for await (const line of caseLines(file, caseLineBytesMax)) {
    const text = textOf(line);
    if (whitespace.test(text)) continue;
    if (lineOf.size === evaluationCasesMax)
      throw wrongLine(line.number, [], `is one case too many: at most ${evaluationCasesMax}`, 'too_long');
    const read = readCase(line.number, text);
    const former = lineOf.get(read.id);
    if (former !== undefined)
      throw wrongLine(line.number, ['id'], `is the id of line ${former} too`, 'duplicate');
    checkFilters(line.number, read.filters, configs);
    lineOf.set(read.id, line.number);
    batch.push(read);
    if (batch.length < batchMax) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
  if (lineOf.size === 0) throw wrongFile([{ loc: ['file'], msg: 'has no case', type: 'too_short' }]);
}

function textOf({ number, bytes }: FileLine): string {
  if (bytes === null) throw wrongLine(number, [], `is longer than ${caseLineBytesMax} bytes`, 'too_long');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw wrongLine(number, [], 'is not UTF-8', 'encoding_error', cause);
  }
}

function readCase(line: number, text: string): EvaluationCase {
  let sent: unknown;
  try {
    sent = JSON.parse(text);
  } catch (cause) {
    throw wrongLine(line, [], 'is not JSON', 'json_invalid', cause);
  }
  const result = evaluationCase.safeParse(sent);
  if (!result.success) {
    const issues = fieldIssues('body', result.error, sent);
    throw wrongFile(issues.map(({ loc, ...issue }) => ({ ...issue, loc: ['file', line, ...loc.slice(1)] })));
  }
  const { id = `case_${line}`, query, expected_files: expectedFiles, filters = null } = result.data;
  return { id, query, expectedFiles, filters };
}

/**
 * Refuses a case whose filter cannot be combined with the filter of a configuration: a query applies both.
 */
function checkFilters(
  line: number,
  filters: Record<string, unknown> | null,
  configs: readonly EvaluationConfig[],
): void {
  if (filters === null) return;
  for (const { name, settings } of configs) {
    try {
      parseMetadataFilter(bothFilters(settings.filter, filters));
    } catch (error) {
      if (!(error instanceof MetadataFilterError)) throw error;
      const where = settings.filter === null ? '' : ` (beside the filter of configuration '${name}')`;
      throw wrongLine(line, ['filters'], `${error.message}${where}`, 'invalid_metadata_filter', error);
    }
  }
}

function wrongLine(
  line: number,
  loc: readonly string[],
  msg: string,
  type: string,
  cause?: unknown,
): AnyRequestError {
  return wrongFile([{ loc: ['file', line, ...loc], msg, type }], cause);
}

function wrongFile(details: FieldIssue[], cause?: unknown): AnyRequestError {
  const [{ loc, msg }] = details as [FieldIssue];
  const [, line, ...field] = loc;
  const where = line === undefined ? 'The file' : `Line ${[line, ...field].join(', ')}`;
  return new RequestError<DocumentErrorCode>('invalid_cases_file', {
    message: `${where}: ${msg}`,
    details,
    cause,
  });
}
