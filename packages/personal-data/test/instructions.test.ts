import { readInstructions } from '../src/wishes/instructions';

describe('readInstructions', () => {
  it('reads what is kept: kinds of data, parts of addresses, values, names, people of an organization', () => {
    const read = readInstructions(
      "Keep city names. Do not mask phone numbers or e-mail addresses. Please don't mask 'ACME GmbH' and \"X.1\". " +
        'Never redact the names Alice Smith, Bob Jones. Do not mask names of employees of Acme.',
      [],
    );
    expect(read.warnings).toEqual([]);
    expect([...read.keepParts]).toEqual(['city']);
    expect([...read.keepTags]).toEqual(['PHONE', 'EMAIL']);
    expect(read.keepValues).toEqual(['ACME GmbH', 'X.1', 'Alice Smith', 'Bob Jones']);
    expect(read.keepPersonsOf).toEqual(['Acme']);
  });

  it('reads what is masked: values with a tag made of their noun, names, and only some kinds', () => {
    const read = readInstructions(
      "Mask product codes 'X-1', 'X-2'\nAlso hide Project Falcon. Only mask emails and cards.",
      [],
    );
    expect(read.warnings).toEqual([]);
    expect(read.maskValues).toEqual([
      { value: 'X-1', tag: 'PRODUCT_CODE' },
      { value: 'X-2', tag: 'PRODUCT_CODE' },
      { value: 'Project Falcon', tag: 'PERSON' },
    ]);
    expect([...read.onlyTags!]).toEqual(['EMAIL', 'CREDIT_CARD']);
  });

  it('knows tags of custom fields', () => {
    expect([...readInstructions('Keep badges.', ['BADGE']).keepTags]).toEqual(['BADGE']);
  });

  it.each([
    'Be careful with everything.',
    'Mask what our lawyers would mask.',
    'Keep it short!',
    'Translate all names into French.',
    'Do not mask anything that looks harmless.',
    'Mask.',
  ])('warns of a sentence that it does not understand: %p', (sentence) => {
    const { warnings, ...rest } = readInstructions(`Keep phone numbers. ${sentence}`, []);
    expect(warnings).toMatchObject([{ code: 'instruction_not_applied', text: sentence }]);
    expect([...rest.keepTags]).toEqual(['PHONE']);
  });

  it('reads nothing out of nothing', () => {
    for (const empty of [null, '', ' \n .'])
      expect(readInstructions(empty, [])).toMatchObject({
        warnings: [],
        keepValues: [],
        maskValues: [],
        onlyTags: null,
      });
  });
});
