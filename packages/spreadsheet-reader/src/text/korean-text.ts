import iconv from 'iconv-lite';

/** The most frequent syllables of Korean texts; they are about half of any of them. */
const FREQUENT = new Set(
  '이다는의가에을를은하고로지한사도기어리자서시나대인스정해부그일전과니있라제주보상으아수구게장동트여원성공안조면만비한들' +
    '경신소유요당용었적무진회관금화차개물중국출모번호름오명단연문량후방행매체선생조영김박최강남북습합세입았배송품',
);
const syllablesMin = 4;
const syllableShareMin = 0.85;
/** Share of syllables outside the common 2,350 of KS X 1001; other double-byte texts read as Korean have more. */
const rareShareMax = 0.25;
const frequentShareMin = 0.3;

/**
 * Whether the bytes are Korean with some of the syllables that only code page 949 has. Chinese that is read as
 * Korean has ideographs beside the syllables, Japanese letters, and all have many rare syllables and few
 * frequent ones.
 */
export function hasRareKorean(sample: Buffer): boolean {
  let characters = 0;
  let syllables = 0;
  let rare = 0;
  let frequent = 0;
  const text = iconv.decode(wholePairs(sample), 'cp949');
  for (const character of text) {
    const code = character.codePointAt(0)!;
    if (code < 0x80) continue;
    if (code === 0xfffd) return false;
    // Signs, such as quotes and the full-width forms, are in texts of all languages.
    if (!/\p{L}/u.test(character)) continue;
    characters++;
    if (code < 0xac00 || code > 0xd7a3) continue;
    syllables++;
    if (FREQUENT.has(character)) frequent++;
    else if (isRare(character)) rare++;
  }
  return (
    rare > 0 &&
    syllables >= syllablesMin &&
    syllables >= characters * syllableShareMin &&
    rare <= syllables * rareShareMax &&
    frequent >= syllables * frequentShareMin
  );
}

const rareSyllables = new Map<string, boolean>();

/** Whether a syllable is in the extension of code page 949 alone, whose codes have a byte below 0xA1. */
function isRare(syllable: string): boolean {
  const known = rareSyllables.get(syllable);
  if (known !== undefined) return known;
  const rare = iconv.encode(syllable, 'cp949').some((byte) => byte < 0xa1);
  rareSyllables.set(syllable, rare);
  return rare;
}

/** The sample without a character that its end cuts. */
function wholePairs(sample: Buffer): Buffer {
  let at = 0;
  while (at < sample.length) at += sample[at]! >= 0x81 ? 2 : 1;
  return at > sample.length ? sample.subarray(0, -1) : sample;
}
