import { z } from 'zod';
import { batchBytesMax, batchOperationsMax } from '../../../src/domain/products/limits';
import { rawElements, rawMembers } from '../../../src/domain/products/raw-object';
import { type BatchOperation } from '../../../src/services/products/records/write-batch';
import { Refusal, ValidationError } from '../../../src/domain/platform/refusal';
import { type ApiContext } from '../../http/context';
import { fieldIssues } from '../../http/field-issues';
import { issueMessage } from '../../http/issue-message';
import { type ReceivedBody } from '../../http/route';
import { batchBodyExample } from './examples';
import { readRequest } from './request-bytes';

const recordObject = z.unknown().describe('A JSON object.');

/** Body of a batch. Records are read from their text, so that numbers keep all digits. */
export const batchBody = z
  .strictObject({
    operations: z
      .array(
        z.discriminatedUnion('op', [
          z.strictObject({ op: z.literal('upsert'), id: z.string().optional(), record: recordObject }),
          z.strictObject({ op: z.literal('patch'), id: z.string(), record: recordObject }),
          z.strictObject({ op: z.literal('delete'), id: z.string() }),
        ]),
      )
      .min(1)
      .max(batchOperationsMax),
  })
  .describe('Operations, in their order. `upsert` takes the id from the record, unless `id` names it.')
  .meta({ id: 'RecordBatchBody', examples: [batchBodyExample] });

/** Reads the operations of a batch. @throws Refusal, ValidationError */
export async function receiveBatch(ctx: ApiContext): Promise<ReceivedBody<BatchOperation[]>> {
  const { bytes, sha256 } = await readRequest(ctx, batchBytesMax);
  const text = textOf(bytes);
  const value = parse(text);
  const read = batchBody.safeParse(value, { error: issueMessage });
  if (!read.success) throw new ValidationError(fieldIssues('body', read.error, value));
  const texts = rawElements(rawMembers(text).get('operations')!);
  const body = read.data.operations.map(({ op, id }, n): BatchOperation => ({
    op,
    id,
    recordText: rawMembers(texts[n]!).get('record') ?? null,
  }));
  return { body, fingerprint: { sha256 }, discard: () => Promise.resolve() };
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Refusal('malformed_json', { cause });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Refusal('malformed_json', { cause });
  }
}
