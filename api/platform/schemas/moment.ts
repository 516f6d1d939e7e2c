import { z } from 'zod';
import { parseMoment } from '../../../src/domain/platform/moment';

/** A time in a query string. The plus sign of an offset that was not escaped arrives as a space. */
export const moment = z
  .string()
  .transform((text, issues) => {
    const ms = parseMoment(text.replace(/ (?=\d\d:\d\d$)/, '+'));
    if (ms === null) issues.addIssue({ code: 'custom', message: 'must be an ISO 8601 date or timestamp' });
    return new Date(ms ?? 0);
  })
  .describe('ISO 8601 date or timestamp, UTC when it has no offset.')
  .meta({ examples: ['2026-11-01', '2026-11-20T19:15:38.226Z'] });
