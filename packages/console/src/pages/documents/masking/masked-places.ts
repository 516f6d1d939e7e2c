import { type components } from 'sheaf-client';

type ReportText = components['schemas']['FileMaskingReport']['texts'][number];

/** Masked or nearly masked place in the text of a chunk. */
export interface MaskedPlace {
  chunkIndex: number;
  tag: string;
  /** UTF-16 offsets in the masked text of the chunk. */
  start: number;
  end: number;
  /** Evidence of a place that was nearly masked; null for a masked one. */
  score: number | null;
}

/** Places in the texts of the chunks of one document, in their order. */
export function placesOf(texts: readonly ReportText[], documentId: string): MaskedPlace[] {
  return texts.flatMap(({ document_id: id, chunk_index: chunkIndex, field, spans, near }) => {
    if (id !== documentId || chunkIndex === null || field !== 'text') return [];
    const masked = spans.map(({ tag, start, end }) => ({ chunkIndex, tag, start, end, score: null }));
    const nearly = near.map((place) => ({ chunkIndex, ...place }));
    return [...masked, ...nearly].sort((one, other) => one.start - other.start);
  });
}

export const placeKey = ({ chunkIndex, start }: MaskedPlace): string => `${chunkIndex}-${start}`;
