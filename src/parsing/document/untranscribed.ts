import { ParseError } from './parse-error';

/** The file is a recording, and nobody has written down what is said in it. */
export class Untranscribed extends ParseError {
  /** @param kind media type by content, and its short name */
  constructor(readonly kind: { contentType: string; fileType: string }) {
    super(
      'transcription_not_configured',
      'The file is a recording, and no service is configured that transcribes.',
    );
  }
}
