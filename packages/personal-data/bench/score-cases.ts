import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PiiEngine, PiiSpan } from 'personal-data';
import { projectRoot } from '../../../embedded/project-root';

/** A short text with what must hold of it once it is masked. */
interface MaskingCase {
  id: string;
  text: string;
  /** The masked text; blanks count as one. */
  masked?: string;
  /** Values that must be gone, in any spelling. */
  gone?: string[];
  /** Texts that must stay as they are. */
  stay?: string[];
  never?: string[];
}

/** A text that an engine does not mask as it should. */
export interface FailedCase {
  folder: string;
  id: string;
  masked: string;
}

/** Outcome of all short texts. */
export interface CaseScores {
  texts: number;
  failed: FailedCase[];
}

const { signal } = new AbortController();

/** Masks the short texts of `../shared/data/cases/masking`; null where they are absent. */
export async function scoreCases(engine: PiiEngine): Promise<CaseScores | null> {
  const root = join(projectRoot, '../shared/data/cases/masking');
  if (!existsSync(root)) return null;
  const failed: FailedCase[] = [];
  let texts = 0;
  for (const folder of readdirSync(root)) {
    const lines = readFileSync(join(root, folder, 'texts.ndjson'), 'utf8').split('\n');
    const cases = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as MaskingCase);
    const found = await engine.find(
      cases.map(({ text }) => text),
      signal,
    );
    texts += cases.length;
    for (const [index, one] of cases.entries()) {
      const masked = maskedText(one.text, found[index]!);
      if (!holds(one, masked, found[index]!)) failed.push({ folder, id: one.id, masked });
    }
  }
  return { texts, failed };
}

const maskedText = (text: string, spans: readonly PiiSpan[]): string =>
  spans
    .toReversed()
    .reduce((masked, { start, end, tag }) => `${masked.slice(0, start)}<${tag}>${masked.slice(end)}`, text);

const folded = (text: string): string => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
const squashed = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

function holds(one: MaskingCase, masked: string, spans: readonly PiiSpan[]): boolean {
  if (one.masked !== undefined && folded(masked) !== folded(one.masked)) return false;
  if (one.gone?.some((value) => squashed(masked).includes(squashed(value))) === true) return false;
  if (one.stay?.some((value) => !masked.includes(value)) === true) return false;
  return !spans.some(({ tag }) => one.never?.includes(tag) === true);
}
