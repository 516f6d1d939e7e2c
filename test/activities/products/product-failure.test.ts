import { ApplicationFailure } from '@temporalio/activity';
import { errors } from '@elastic/elasticsearch';
import { asProductFailure } from '../../../activities/products/product-failure';

/** An error of the search engine, as the client throws it. */
function refusal(statusCode: number, type: string, reason = 'index [secret__bld] blocked'): Error {
  const body = { error: { type, reason } };
  const result = { statusCode, body, headers: {}, warnings: null, meta: {} };
  return new errors.ResponseError(result as unknown as ConstructorParameters<typeof errors.ResponseError>[0]);
}

describe('a failure of the search engine', () => {
  it.each([
    ['writes that its full disk refuses', 429],
    ['indexes that its full disk refuses', 403],
  ])('ends a build at once for %s, with a sentence for its owner', (_, status) => {
    const failure = asProductFailure(refusal(status, 'cluster_block_exception')) as ApplicationFailure;
    expect(failure).toBeInstanceOf(ApplicationFailure);
    expect(failure).toMatchObject({ type: 'ENGINE_ERROR', nonRetryable: true });
    expect(failure.message).toContain('disk is full');
    expect(failure.message).not.toContain('secret');
  });

  it('ends a job at once for a request that is wrong in itself, in the words of the search engine', () => {
    const reason = `The number of dimensions should be in the range [1, 4096] ${'x'.repeat(1_000)}`;
    const failure = asProductFailure(refusal(400, 'mapper_parsing_exception', reason)) as ApplicationFailure;
    expect(failure).toMatchObject({ type: 'ENGINE_ERROR', nonRetryable: true });
    expect(failure.message).toContain('mapper_parsing_exception, The number of dimensions');
    expect(failure.message.length).toBeLessThan(500);
  });

  it.each<[string, Error]>([
    ['whose index an operator has closed', refusal(400, 'index_closed_exception')],
    ['that is only starting', refusal(503, 'cluster_block_exception')],
    ['that is busy', refusal(429, 'es_rejected_execution_exception')],
    ['that is away', new errors.ConnectionError('connect ECONNREFUSED')],
  ])('of one %s is worth another attempt', (_, error) => {
    expect(asProductFailure(error)).toMatchObject({ type: 'internal_error', nonRetryable: false });
  });
});
