import { createClassifier } from '../src';

const { signal } = new AbortController();

/** A text in which each value that the classifier finds is its tag: `Ask <PERSON>.` */
export async function mask(text: string): Promise<string> {
  const engine = createClassifier({ fields: [], instructions: null }, { embed: () => Promise.resolve([]) });
  const [spans] = await engine.find([text], signal);
  return spans!.reduceRight(
    (masked, { start, end, tag }) => `${masked.slice(0, start)}<${tag}>${masked.slice(end)}`,
    text,
  );
}
