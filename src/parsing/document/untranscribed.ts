import { ParseError } from './parse-error';

/** Error for a recording that was passed without a transcript. */
export class Untranscribed extends ParseError {
  /** @param kind media type by content, and the short name of the type */
  constructor(readonly kind: { contentType: string; fileType: string }) {
    super(
      'transcription_not_configured',
      'The file is a recording, and no service is configured that transcribes.',
    );
  }
}
