import { createClassifier, createPatterns, type PiiBounds } from '../src';

const { signal } = new AbortController();

async function found(
  text: string,
  bounds: PiiBounds = { AGE: 'default' },
  instructions: string | null = null,
) {
  const engine = createClassifier({ fields: [], instructions }, { embed: () => Promise.resolve([]), bounds });
  const [spans] = await engine.find([text], signal);
  return spans!.filter(({ tag }) => tag === 'AGE').map(({ start, end }) => text.slice(start, end));
}

describe('ages of persons', () => {
  it.each([
    ['She was aged 47 when she moved.', '47'],
    ['A 47-year-old teacher called.', '47'],
    ['The patient, 47 years old, has a cough.', '47'],
    ['72yo male with chest pain', '72'],
    ['I’m 34 and live alone.', '34'],
    ['Anna Kowalski, 47, signed the form.', '47'],
    ['Peter Schmidt (61) was hurt.', '61'],
    ['Age: 8', '8'],
    ['Er ist 47 Jahre alt.', '47'],
    ['Eine 47-jährige Frau', '47'],
    ['Der 82-Jährige stürzte.', '82'],
    ['Alter: 47 Jahre', '47'],
    ['im Alter von 91 Jahren verstorben', '91'],
    ['Sie est âgée de 47 ans.', '47'],
    ['J’ai 34 ans et deux enfants.', '34'],
    ['Une femme de 47 ans', '47'],
    ['Marie Dupont, 47 ans, a déclaré', '47'],
    ['Âge : 63', '63'],
    ['Tiene 47 años.', '47'],
    ['varón de 63 años con fiebre', '63'],
    ['Edad: 47', '47'],
    ['una donna di 47 anni', '47'],
    ['Ha 47 anni e vive a Roma.', '47'],
    ['un 47enne di Parma', '47'],
    ['Età: 47', '47'],
    ['Zij is 47 jaar oud.', '47'],
    ['een 47-jarige man', '47'],
    ['Leeftijd: 47', '47'],
    ['Ma 47 lat.', '47'],
    ['47-letnia pacjentka', '47'],
    ['Wiek: 47', '47'],
    ['w wieku 81 lat', '81'],
  ])('are found in %p', async (text, age) => {
    expect(await found(text)).toEqual([age]);
  });

  it.each([
    'a 10-year-old car',
    'My car is 10 years old.',
    'warranty 5 years',
    'ein 12 Jahre alter Whisky',
    'Das Haus ist 47 Jahre alt.',
    'garantie 5 ans',
    'un contrat de 9 ans',
    'una casa de 40 años',
    'Tiene 20 años de experiencia.',
    'een 12 jaar oude auto',
    '10-letni samochód',
    'Ma 12 lat doświadczenia.',
    'open to ages 18 to 25',
    'people aged 65 and over',
    'minimum age: 18',
    'Durchschnittsalter: 42',
    'Rentenalter 67',
    'version 47, page 12 of 30',
    'il y a 10 ans',
    'vor 3 Jahren',
    'The number is 47.',
    'average age of 42',
  ])('are not found in %p', async (text) => {
    expect(await found(text)).toEqual([]);
  });

  it.each([
    ['Name | Age | City\nAnna | 47 | Leeds\nPeter | 9 | York', ['47', '9']],
    ['Name;Alter;Ort\nAnna;47;Kiel\nPeter;;Ulm\nUwe;71 Jahre;Ulm', ['47', '71']],
    ['nom,âge\nDupont,47\nMartin,120,9', ['47']],
    ['Leeftijd\tNaam\n47\tAnna', ['47']],
    ['Vehicle | Age\nVan 1 | 7', []],
    ['Name | Wage\nAnna | 47', []],
  ])('are found in columns of the table %p', async (table, ages) => {
    expect(await found(table)).toEqual(ages);
  });

  it('are found only where they are asked for, by a bound or by an instruction', async () => {
    const text = 'Anna Kowalski is 47 years old.';
    expect(await found(text, {})).toEqual([]);
    expect(await found(text, { AGE: 'off' }, 'Mask ages.')).toEqual([]);
    expect(await found(text, {}, 'Also mask ages of persons.')).toEqual(['47']);
    expect(await found(text, {}, 'Only mask ages.')).toEqual(['47']);
    expect(await found(text, { AGE: 'default' }, 'Keep ages.')).toEqual([]);
  });

  it('are found by the engine `patterns` as well', async () => {
    const find = async (bounds: PiiBounds) => (await createPatterns({ bounds }).find(['Age: 47'], signal))[0];
    expect(await find({})).toEqual([]);
    expect(await find({ AGE: 'default' })).toEqual([{ start: 5, end: 7, tag: 'AGE' }]);
  });

  it('are nearly found where they are off', async () => {
    const engine = createClassifier({ fields: [], instructions: null }, { embed: () => Promise.resolve([]) });
    const texts = ['The patient is 47 years old.'];
    const near = await engine.findNear!(texts, await engine.find(texts, signal), signal);
    expect(near).toEqual([[{ start: 15, end: 17, tag: 'AGE', score: 1 }]]);
  });
});
