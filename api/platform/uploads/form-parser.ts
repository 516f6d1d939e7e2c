import { type IncomingMessage } from 'node:http';
import { Busboy, type BusboyConfig, type BusboyInstance } from '@fastify/busboy';
import { type FieldIssue, Refusal, ValidationError } from '../../../src/domain/platform/refusal';

const partHeadersMax = 20;
const partHeaderBytesMax = 8 * 1024;

/**
 * Creates a parser for the parts of a form, with bounded part headers.
 *
 * @throws Refusal `unsupported_media_type`
 */
export function createFormParser(
  request: IncomingMessage,
  { limits, isPartAFile }: Required<Pick<BusboyConfig, 'limits' | 'isPartAFile'>>,
): BusboyInstance {
  const type = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data *;.*boundary=/i.test(type)) {
    throw new Refusal('unsupported_media_type', {
      message: 'The route takes multipart/form-data with a boundary.',
    });
  }
  return new Busboy({
    headers: { ...request.headers, 'content-type': type },
    limits: { ...limits, headerPairs: partHeadersMax, headerSize: partHeaderBytesMax },
    isPartAFile,
    preservePath: true,
  });
}

/** Error for a part of a form, or for the form itself when `part` is null. */
export function wrongForm(part: string | null, msg: string, type: string): ValidationError {
  const loc: FieldIssue['loc'] = part === null ? ['body'] : ['body', part];
  return new ValidationError([{ loc, msg, type }]);
}
