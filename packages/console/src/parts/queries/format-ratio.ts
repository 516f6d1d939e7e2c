import { formatScore } from '../format';

const ratioReasons: Readonly<Record<string, string>> = {
  requested: 'as asked for',
  default: 'default',
  exact_words: 'few chunks have all words of the question',
  quoted: 'few chunks have all words of the question, some of them in quotation marks',
  identifier: 'few chunks have all words of the question, one of them a code or a number',
  other_language: 'the question is in another language than most of the collection',
  language_not_covered: 'the embedding model does not know most languages of the collection',
};

/** The semantic ratio with its reason; null was not recorded. */
export const formatRatio = (used: number, reason: string | null): string =>
  reason === null ? formatScore(used) : `${formatScore(used)} (${ratioReasons[reason] ?? reason})`;
