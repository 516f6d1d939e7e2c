import { redactText } from '../src';

it.each([
  ['hoodie for ann.lee+shop@mail.example.com please', 'hoodie for <EMAIL> please'],
  ['jürgen@müller.de', '<EMAIL>'],
  ['call +49 (30) 1234-5678 now', 'call <PHONE> now'],
  ['0030 210 123 4567', '<PHONE>'],
  ['(555) 123-4567', '<PHONE>'],
  ['555 123 4567 case', '<PHONE> case'],
  ['card 4111 1111 1111 1111', 'card <CREDIT_CARD>'],
  ['card 4111-1111-1111-1111 x', 'card <CREDIT_CARD> x'],
  ['5500005555555559', '<CREDIT_CARD>'],
  ['DE89 3704 0044 0532 0130 00', '<IBAN>'],
  ['gb82west12345698765432', '<IBAN>'],
  ['078-05-1120', '<SSN>'],
  ['from 203.0.113.7 today', 'from <IP_ADDRESS> today'],
  ['2001:db8::1', '<IP_ADDRESS>'],
  ['order 1234567890123', 'order <NUMBER>'],
  ['sk_0123456789abcdefABCDEF', '<SECRET>'],
  ['gift for Mrs. Ada Lovelace', 'gift for Mrs. <PERSON>'],
  ['ann@a.example and bob@b.example', '<EMAIL> and <EMAIL>'],
])('%s becomes %s', (text, redacted) => {
  expect(redactText(text)).toBe(redacted);
});

it.each([
  '',
  'hoodie under 60',
  'mens hoodie xl black',
  '27" monitor 3840x2160',
  'iphone 15 pro max 256gb',
  '3.5mm jack 10 x 20 cm',
  'sku AB-12345-XY',
  'bolts 10-24 x 1/2',
  'm8 1.25 thread',
  '2024-2025 calendar',
  '12:30',
  'ratio 16:9',
  'version 1.2.3.400',
  '1000 2000 pieces',
  'dr martens',
  'ISBN 978-3',
])('%s stays as it is', (text) => {
  expect(redactText(text)).toBe(text);
});

it('ends for texts of any form', () => {
  for (const part of ['1', '1 ', '+1', 'a.', 'a@', ':', '1.', '-1', 'Mr. A', '(1', '1('])
    expect(typeof redactText(part.repeat(2_000))).toBe('string');
});
