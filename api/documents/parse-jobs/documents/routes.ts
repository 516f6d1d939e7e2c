import { parse as parsePath } from 'node:path';
import { Readable } from 'node:stream';
import { attachment } from '../../../../src/blobs';
import {
  readParseMarkdown,
  readParsePages,
} from '../../../../src/services/documents/parse-jobs/documents/read';
import { type ApiDeps } from '../../../deps';
import { inPieces } from '../../../http/in-pieces';
import { type AnyRoute, defineRoute } from '../../../http/route';
import { documentsDetail } from '../../family';
import { resultErrors } from '../result-errors';
import { parseJobParams } from '../schema';
import { pagesJson } from './pages-text';
import { documentMarkdown, parsePagesPage, parsePagesQuery } from './schema';

const tag = 'Parsing';

/** Routes for what a parsed document has beside its chunks: Markdown and pages. */
export function parsedDocumentRoutes(deps: ApiDeps): AnyRoute[] {
  return [
    defineRoute({
      method: 'get',
      path: '/v3/parse/jobs/:job_id/markdown',
      family: documentsDetail,
      operationId: 'readParsedMarkdown',
      tag,
      summary: 'Read a parsed document as Markdown',
      description:
        'GitHub Flavored Markdown with headings, lists, tables, code and links to pictures, which work until ' +
        'the result expires. A comment names each page, from 0. Running lines of pages are left out.',
      access: 'index',
      params: parseJobParams,
      responses: {
        200: { description: 'The whole document.', schema: documentMarkdown, contentType: 'text/markdown' },
      },
      errors: resultErrors,
      async handle({ caller, params: { job_id: jobId } }) {
        const { filename, markdown } = await readParseMarkdown(deps, caller, jobId);
        const name = filename === null ? jobId : parsePath(filename).name;
        const headers = {
          'Content-Type': 'text/markdown; charset=utf-8',
          'Content-Disposition': attachment(`${name}.md`),
        };
        return { status: 200, headers, body: markdown };
      },
    }),

    defineRoute({
      method: 'get',
      path: '/v3/parse/jobs/:job_id/pages',
      family: documentsDetail,
      operationId: 'listParsedPages',
      tag,
      summary: 'List the pages of a parsed document',
      description:
        'Texts of pages in reading order, for PDF files, slides and pictures; other files have none.',
      access: 'index',
      params: parseJobParams,
      query: parsePagesQuery,
      responses: { 200: { description: 'Some pages.', schema: parsePagesPage } },
      errors: resultErrors,
      async handle({ caller, params: { job_id: jobId }, query }) {
        const { cursor: first, limit, include_regions: includeRegions } = query;
        const reading = await readParsePages(deps, caller, jobId, first);
        const texts = pagesJson({ job_id: jobId, limit }, reading, { first, limit, includeRegions });
        const headers = { 'Content-Type': 'application/json; charset=utf-8' };
        return { status: 200, headers, body: Readable.from(inPieces(texts)) };
      },
    }),
  ];
}
