import { EVALUATION_ERRORS } from '../../src/domain/documents/evaluation';
import { INDEX_JOB_ERRORS } from '../../src/domain/documents/index-job';
import { PARSE_FAILURES } from '../../src/domain/documents/parse-job';
import { PRODUCT_JOB_ERRORS } from '../../src/domain/products/product-job';
import { type JobEnd } from '../../src/job-rows/job-ends';
import { type EvaluationRow } from '../../src/stores/documents/evaluations/evaluation-kind';
import { type IndexJobRow } from '../../src/stores/documents/index-jobs/index-job-kind';
import { type ParseJobRow } from '../../src/stores/documents/parse-jobs/parse-job-kind';
import { type ProductJobRow } from '../../src/stores/products/product-job-kind';

const state = 'failed';

/** Ends with a code of another kind of job; each is an error of the compiler. */
const foreign: { codes: readonly string[]; code: unknown }[] = [];

// @ts-expect-error a code of indexing jobs
const parse: JobEnd<ParseJobRow> = { state, set: { error: 'all_files_failed' } };
foreign.push({ codes: PARSE_FAILURES, code: parse.set?.error });

// @ts-expect-error a code of parse jobs
const indexing: JobEnd<IndexJobRow> = { state, set: { error: 'download_failed' } };
foreign.push({ codes: INDEX_JOB_ERRORS, code: indexing.set?.error });

// @ts-expect-error a code of parse jobs
const evaluation: JobEnd<EvaluationRow> = { state, set: { error: 'download_failed' } };
foreign.push({ codes: EVALUATION_ERRORS, code: evaluation.set?.error });

// @ts-expect-error a code of parse jobs
const product: JobEnd<ProductJobRow> = { state, set: { errorCode: 'download_failed' } };
foreign.push({ codes: PRODUCT_JOB_ERRORS, code: product.set?.errorCode });

it('does not compile an end with a code that the kind of job does not list', () => {
  for (const { codes, code } of foreign) expect(codes).not.toContain(code);
});
