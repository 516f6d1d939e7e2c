import './thread-setup';
import { parentPort } from 'node:worker_threads';
import { openWorkbook } from 'spreadsheet-reader';
import { parseWorkbook } from '../spreadsheet/parse-workbook';
import { serveParses } from './serve-parses';

/** Entry of a parsing thread. All modules are loaded before the first request. */
serveParses(parentPort!, async (request, events) => {
  const reader = await openWorkbook(request.path);
  try {
    return await parseWorkbook(reader, request, events);
  } finally {
    reader.close();
  }
});
