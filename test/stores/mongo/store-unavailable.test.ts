import { type BulkWriteResult, MongoBulkWriteError, MongoNetworkError, MongoServerError } from 'mongodb';
import { isStoreUnavailable } from '../../../src/stores/mongo/mongo';

const serverError = (code: number, label?: string) =>
  new MongoServerError({
    message: 'refused',
    code,
    ...(label === undefined ? {} : { errorLabels: [label] }),
  });

const noResult = {} as unknown as BulkWriteResult;

describe('a failure is that of the database', () => {
  it.each<[what: string, error: unknown]>([
    ['a connection that broke', new MongoNetworkError('reset')],
    [
      'a connection that broke under a write of many rows',
      new MongoBulkWriteError(new MongoNetworkError('reset'), noResult),
    ],
    ['a deadline', serverError(50)],
    ['a cursor that ended with its member', serverError(43)],
    ['a member that stepped down during a read', serverError(11602)],
    ['a member that another one cannot reach', serverError(6)],
    ['a write that too few members have acknowledged', serverError(64)],
    ['a member that is not the primary', serverError(10107)],
    ['a member that shuts down', serverError(91)],
    ['a write that may be tried again', serverError(1, 'RetryableWriteError')],
    ['a transaction that another primary does not know', serverError(251, 'TransientTransactionError')],
    ['a commit of which nothing is known', serverError(64, 'UnknownTransactionCommitResult')],
  ])('%s', (_, error) => {
    expect(isStoreUnavailable(error)).toBe(true);
  });
});

describe('a failure is that of the request', () => {
  it.each([
    ['a wrong operator', serverError(2)],
    ['a row that is there', serverError(11_000)],
    ['a transaction that is not there', serverError(251)],
    ['an error of our own', new Error('not primary')],
  ])('%s', (_, error) => {
    expect(isStoreUnavailable(error)).toBe(false);
  });
});
