import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ApplicationFailure } from '@temporalio/activity';
import { BlobNotFound, type BlobStore } from '../../../src/blobs';
import { ModelError, type Recording, transcribe, type TranscriptionEndpoint } from '../../../src/models';
import { askedPause } from '../../attempt/asked-pause';
import { ParseError } from '../../../src/parsing';

/**
 * Writes the transcript of a recording as a file in `folder`. The blob store keeps it under `key`, so that
 * another attempt does not pay for it again.
 *
 * @returns the file's path: JSON, a list of `TranscriptSegment`
 * @throws ParseError `parse_failed` when the model refuses the recording; ApplicationFailure when it may
 *   answer later
 */
export async function transcribeTo(
  folder: string,
  { blobs, transcription, key }: { blobs: BlobStore; transcription: TranscriptionEndpoint; key: string },
  recording: Recording,
  signal: AbortSignal,
): Promise<string> {
  const path = join(folder, 'transcript.json');
  if (await wasLeft(blobs, key, path)) return path;
  const segments = await transcribe(transcription, recording, signal).catch((error: unknown) => {
    throw error instanceof ModelError ? asFailure(error) : error;
  });
  await writeFile(path, JSON.stringify(segments));
  await blobs.putFile(key, path, { contentType: 'application/json' });
  return path;
}

async function wasLeft(blobs: BlobStore, key: string, path: string): Promise<boolean> {
  try {
    const { stream } = await blobs.read(key);
    await writeFile(path, stream);
    return true;
  } catch (error) {
    if (error instanceof BlobNotFound) return false;
    throw error;
  }
}

function asFailure(error: ModelError): Error {
  const { message, retryAfterMs } = error;
  if (!error.retryable) return new ParseError('parse_failed', message, { cause: error });
  return ApplicationFailure.create({
    type: 'internal_error',
    message,
    cause: error,
    ...askedPause(retryAfterMs),
  });
}
