import { recordsBytesMax, recordsPerUploadMax } from '../../../src/domain/products/limits';
import { ID_PREFIX } from '../../../src/domain/platform/ids';
import { splitArray, splitLines } from '../../../src/product-search';
import { type ProductIndexRow } from '../../../src/stores/products/product-index-row';
import { type ApiDeps } from '../../deps';
import { type AnyRoute, defineRoute } from '../../http/route';
import { startBuildErrors } from '../builds/routes';
import { products } from '../family';
import { findIndex } from '../../../src/services/products/indexes/find';
import { presentUpload } from './present';
import { quotas } from '../quotas';
import { commitUpload, repeatCommit } from '../../../src/services/products/records/commit';
import {
  ownershipTest,
  ownRecordsOf,
  refusePartialWriters,
} from '../../../src/services/products/records/own-records';
import { asBodyRefusal, openRequest } from './request-bytes';
import { servedFieldsOf } from '../../../src/services/products/records/served-fields';
import { discardUpload, type StagedRecords, stageUpload } from '../../../src/services/products/records/stage';
import { indexParams } from '../indexes/schema';
import { uploadAnswer, uploadBodies, uploadQuery } from './schema';

/** Upload that is staged but not committed. */
interface ReceivedUpload {
  index: ProductIndexRow;
  upload: StagedRecords;
}

/** The route that stages records for the next build. */
export function recordUploadRoutes(deps: ApiDeps): AnyRoute[] {
  const served = (index: ProductIndexRow) => servedFieldsOf(deps, index);
  return [
    defineRoute({
      method: 'post',
      path: '/v1/indexes/:index/records',
      family: products,
      operationId: 'uploadRecords',
      tag: 'Records',
      summary: 'Upload records',
      description:
        `Stages up to ${recordsPerUploadMax} records, at most 50 MiB, for the next build: a JSON array, \`{"records": […]}\`, or NDJSON, ` +
        'plain or with content encoding gzip. The upload counts as a whole, once it is answered; one that breaks off leaves nothing. ' +
        'Where the index has no id field, the first upload finds it: a field `id`, `objectID`, `_id`, `sku`, `asin` or `gtin`, else a ' +
        'field of codes, in which each record has a value of its own: never dates, prices, phone numbers, links or texts. `replaced` counts ' +
        'the records that the upload takes the place of; while the field was found by its codes, a warning repeats it.',
      access: 'records.write',
      action: 'record.write',
      quota: quotas.management,
      params: indexParams,
      query: uploadQuery,
      body: 'stream',
      requestContentTypes: uploadBodies,
      idempotent: { idPrefix: ID_PREFIX.productJob },
      responses: { 200: { description: 'The records are staged.', schema: uploadAnswer } },
      errors: [
        'ACCESS_DENIED',
        ...startBuildErrors,
        'VALIDATION_ERROR',
        'RECORDS_REFUSED',
        'ID_CONFLICT',
        'PAYLOAD_TOO_LARGE',
      ],
      async receive({ params, query, caller, ctx, signal }) {
        const index = await findIndex(deps, caller, params.index);
        const own = ownRecordsOf(caller, index);
        if (query.mode === 'replace_all') refusePartialWriters(caller, index);
        const { form, bytes, sha256 } = openRequest(ctx, { bytesMax: recordsBytesMax, ndjson: true });
        const pieces = form === 'ndjson' ? splitLines(bytes) : splitArray(bytes);
        const known =
          query.mode === 'replace_all'
            ? new Set<string>()
            : await deps.stores.fieldClaims.known(index, { served });
        const options = { onError: query.on_error, own, known, signal };
        const upload = await stageUpload(deps, index, pieces, options).catch((error: unknown) => {
          throw asBodyRefusal(error);
        });
        return {
          body: { index, upload },
          fingerprint: { form, sha256: sha256() },
          discard: () => discardUpload(deps, upload.uploadId),
        };
      },
      async handle({ caller, body, query, newId, repeated, log }) {
        const { index, upload } = body as ReceivedUpload;
        const { mode, on_error: onError, build } = query;
        const owns = ownershipTest(ownRecordsOf(caller, index));
        const options = { mode, onError, build: build === 'true', jobId: newId, owns, served, log };
        const former = repeated ? await deps.stores.stagedUploads.findCommit(newId) : null;
        if (former !== null) await discardUpload(deps, upload.uploadId);
        const done =
          former === null
            ? await commitUpload(deps, index, upload, options)
            : await repeatCommit(deps, index, { upload, answer: former.answer! }, options);
        return { status: 200, body: presentUpload(done, upload.faults) };
      },
    }),
  ];
}
