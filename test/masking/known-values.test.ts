import { createKnownValues } from '../../src/masking/known-values';
import { applyMasks } from '../../src/masking/mask';

/** Masks a text by values, each found once under the tag `X`. */
function masked(text: string, ...values: string[]): string {
  const known = createKnownValues();
  for (const value of values) known.add({ text: value, tag: 'X', count: 1 });
  return applyMasks(text, known.masksOf(text)).text;
}

describe('a value is found', () => {
  it.each([
    ['with spaces', '4111111111111111', 'card 4111 1111 1111 1111.', 'card <X>.'],
    ['without spaces', '4111 1111 1111 1111', 'card 4111111111111111.', 'card <X>.'],
    ['with hyphens', '4111 1111 1111 1111', 'card 4111-1111-1111-1111', 'card <X>'],
    ['with non-breaking spaces and hyphens', '123-45-6789', 'a 123\u00a045\u20116789 b', 'a <X> b'],
    ['in another case', 'Maria Lopez', 'MARIA LOPEZ and maria lopez', '<X> and <X>'],
    ['over a line break', 'Maria Lopez', 'by Maria\nLopez.', 'by <X>.'],
    ['without its accents', 'José Núñez', 'Jose Nunez', '<X>'],
    ['with combining accents', 'José', 'Jose\u0301 came', '<X> came'],
    ['in full-width letters', 'AB12345', '\uff21\uff22\uff11\uff12\uff13\uff14\uff15', '<X>'],
    ['with soft hyphens', 'Schmidt', 'Herr Sch\u00admidt', 'Herr <X>'],
    ['in a name of a file', 'Maria Lopez', 'maria_lopez-cv.pdf', '<X>-cv.pdf'],
    [
      'between Chinese characters',
      '\u738b\u5c0f\u660e',
      '\u6211\u662f\u738b\u5c0f\u660e\u3002',
      '\u6211\u662f<X>\u3002',
    ],
    ['beside letters, where it begins with a digit', '20391', 'BX20391', 'BX<X>'],
    ['in upper case, a single name', 'Schmidt', 'SCHMIDT', '<X>'],
    ['short, in the same form', 'Li', 'Li said', '<X> said'],
    ['with the signs that belong to it', '+49 (30) 123456', 'a +49 30 123-456, b', 'a <X>, b'],
    ['without signs that stand elsewhere', '+49 30 123456', 'at 49-30-123456', 'at <X>'],
    ['of three hundred characters', 'a1'.repeat(150), `= ${'a1'.repeat(150)};`, '= <X>;'],
  ])('%s', (_, value, text, expected) => {
    expect(masked(text, value)).toBe(expected);
  });
});

describe('a single name that the file also writes in lower case', () => {
  const text = 'Duck and duck. The Duck.';
  function maskedAmong(lower: number, found: number, tag = 'PERSON', value = 'Duck', hasSpans = true) {
    const known = createKnownValues();
    known.add({ text: value, tag, count: found });
    known.addLowerWords({ duck: lower });
    return applyMasks(text, known.masksOf(text, hasSpans)).text;
  }

  it('is masked nowhere else where it is mostly a word', () => {
    expect(maskedAmong(3, 1)).toBe(text);
  });

  it('is masked in texts such as pages, which repeat the text where it was found', () => {
    expect(maskedAmong(3, 1, 'PERSON', 'Duck', false)).toBe('<PERSON> and duck. The <PERSON>.');
  });

  it.each([
    ['the word is rare', 2, 1, 'PERSON', 'Duck'],
    ['it was found as often as the word stands there', 5, 5, 'PERSON', 'Duck'],
    ['it is of another category', 9, 1, 'BADGE', 'Duck'],
  ])('is masked everywhere where %s', (_, lower, found, tag, value) => {
    expect(maskedAmong(lower, found, tag, value)).toBe(`<${tag}> and duck. The <${tag}>.`);
  });
});

describe('nothing is masked', () => {
  it.each([
    ['within a word', 'Anna', 'Annapolis, Johanna'],
    ['of a single name in lower case', 'Will', 'they will see'],
    ['of a short value in another form', 'Li', 'LI and li'],
    ['of few digits that other characters tear apart', '1985', 'on 19.85 or 1, 985'],
    ['of an address of mail that is only letters', 'a.b@c.de', 'abcde'],
    ['of one character', 'A', 'A and A'],
  ])('%s', (_, value, text) => {
    expect(masked(text, value)).toBe(text);
  });
});

it('a value has the tag under which it was found most often', () => {
  const known = createKnownValues();
  known.add({ text: 'jordan', tag: 'USERNAME', count: 1 });
  known.add({ text: 'Jordan', tag: 'PERSON', count: 2 });
  expect(applyMasks('jordan', known.masksOf('jordan')).text).toBe('<PERSON>');
});

it('masks that overlap become one, with the tag of the longest', () => {
  const known = createKnownValues();
  known.add({ text: 'maria.lopez@mail.test', tag: 'EMAIL', count: 1 });
  known.add({ text: 'Maria Lopez', tag: 'PERSON', count: 5 });
  const text = 'Maria Lopez <maria.lopez@mail.test>';
  expect(applyMasks(text, known.masksOf(text))).toEqual({
    text: '<PERSON> <<EMAIL>>',
    spans: [
      { start: 0, end: 8, tag: 'PERSON', value: 'Maria Lopez' },
      { start: 10, end: 17, tag: 'EMAIL', value: 'maria.lopez@mail.test' },
    ],
  });
});

it('offsets are those of UTF-16, also behind pairs of surrogates', () => {
  const known = createKnownValues();
  known.add({ text: '𝐀lice', tag: 'PERSON', count: 1 });
  const text = '🙂 𝐀lice 🙂';
  const { text: result, spans } = applyMasks(text, known.masksOf(text));
  expect(result).toBe('🙂 <PERSON> 🙂');
  expect(result.slice(spans[0]!.start, spans[0]!.end)).toBe('<PERSON>');
});

it('masks keep the cells and rows of a table', () => {
  const known = createKnownValues();
  known.add({ text: '4111 1111 1111 1111', tag: 'CREDIT_CARD', count: 1 });
  const text = 'a | 4111 | 1111\n1111 | 1111 | b';
  expect(applyMasks(text, known.masksOf(text), true).text).toBe(
    'a | <CREDIT_CARD> | <CREDIT_CARD>\n<CREDIT_CARD> | <CREDIT_CARD> | b',
  );
});
