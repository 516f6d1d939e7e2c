import { setImmediate } from 'node:timers/promises';
import type { PiiEngine, PiiSpan, PiiWishes } from './engine';
import { plainText } from './plain-text';
import { findByRules } from './rules';
import { withoutOverlaps } from './spans';
import { sharedTagger, taggerModel } from './tagger/shared-tagger';
import { applyInstructions, instructionPatterns } from './wishes/apply-instructions';
import { createCustomFields, type Embed } from './wishes/custom-fields';
import { readInstructions } from './wishes/instructions';

/** Characters after which the event loop gets a turn. */
const turnChars = 50_000;

/**
 * Creates the engine `classifier`. Rules find values with a fixed form. The tagger `pii-linear-1` finds
 * persons, addresses, dates of birth, user names and medical record numbers. Then the caller's categories and
 * instructions apply. All of it is local; `embed` serves only custom categories whose values have no form of
 * their own.
 *
 * @param wishes those that it cannot follow become warnings of the engine
 */
export function createClassifier(wishes: PiiWishes, { embed }: { embed: Embed }): PiiEngine {
  const fields = createCustomFields(wishes.fields, embed);
  const instructions = readInstructions(
    wishes.instructions,
    wishes.fields.map(({ tag }) => tag),
  );
  const patterns = instructionPatterns(instructions);
  const isPlace = (word: string) => sharedTagger().isPlace(word);
  return {
    id: 'classifier',
    model: taggerModel,
    warnings: [...fields.warnings, ...instructions.warnings],
    find: async (texts, signal) => {
      signal.throwIfAborted();
      const custom = await fields.find(texts, signal);
      const spans: (readonly PiiSpan[])[] = [];
      let chars = 0;
      for (const [index, text] of texts.entries()) {
        const found = withoutOverlaps([...custom[index]!, ...findBuiltIn(text)]);
        spans.push(applyInstructions(patterns, text, found, isPlace));
        chars += text.length;
        if (chars < turnChars) continue;
        chars = 0;
        await setImmediate();
        signal.throwIfAborted();
      }
      return spans;
    },
  };
}

/** Personal data of the built-in kinds, sorted, without overlaps. */
function findBuiltIn(text: string): PiiSpan[] {
  const plain = plainText(text);
  const byRules = findByRules(plain.text, 'all');
  const tagged = sharedTagger().tag(plain.text, byRules);
  return plain.toOriginal(tagged.length === 0 ? byRules : withoutOverlaps([...byRules, ...tagged]));
}
