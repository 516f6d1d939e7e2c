import { matchingEntries, type PaletteEntry } from '../src/layout/palette/entry';
import { knownIdIn } from '../src/layout/palette/known-id';
import { missingRights } from '../src/pages/home/first-hour/step';

const tail = '01JD3V8Q2W4R5T6Y7Z8A9B0CDE';

describe('the palette of the console', () => {
  test.each([
    ['a parse job', `prs_${tail}`, { kind: 'parse job', id: `prs_${tail}` }],
    ['a job within an address', `https://x/v2/jobs/job_${tail}?wait=1`, { kind: 'job', id: `job_${tail}` }],
    ['an evaluation', `eval_${tail}`, { kind: 'evaluation', id: `eval_${tail}` }],
    ['an endpoint', ` whe_${tail} `, { kind: 'webhook endpoint', id: `whe_${tail}` }],
    ['a document within a chunk id', `doc_${tail}:3`, { kind: 'document', id: `doc_${tail}` }],
    [
      'a query',
      'query 5f0c2b1e-8d0a-4c6e-9b7f-2a6d1c3e4f50 was slow',
      { kind: 'query', id: '5f0c2b1e-8d0a-4c6e-9b7f-2a6d1c3e4f50' },
    ],
    ['a query by its request', 'req_1763666138_9ab3cd12', { kind: 'query', id: 'req_1763666138_9ab3cd12' }],
    ['the first of two', `job_${tail} of col_${tail}`, { kind: 'job', id: `job_${tail}` }],
    ['no id that is cut', `prs_${tail.slice(1)}`, null],
    ['no id of an unknown kind', `upl_${tail}`, null],
    ['no id in a name', 'manuals', null],
  ])('a typed text has %s', (_, text, known) => {
    expect(knownIdIn(text)).toEqual(known);
  });

  const entry = (name: string, group: PaletteEntry['group'], to = `/${name}`): PaletteEntry => ({
    name,
    group,
    to,
  });

  test('names that begin with the text come before words that do, and those before any other place', () => {
    const entries = ['remake', 'old makers', 'makers'].map((name) => entry(name, 'Collections'));
    expect(matchingEntries(entries, 'make').map(({ name }) => name)).toEqual([
      'makers',
      'old makers',
      'remake',
    ]);
  });

  test('every word has to be in the name', () => {
    const entries = [entry('pump manuals', 'Collections'), entry('pump notes', 'Collections')];
    expect(matchingEntries(entries, 'manu pump').map(({ name }) => name)).toEqual(['pump manuals']);
  });

  test('an address stands once, where it comes first, and a group has six entries', () => {
    const many = Array.from({ length: 9 }, (_, at) => entry(`shelf ${at}`, 'Collections'));
    const recent = entry('shelf 0', 'Recent', '/shelf 0');
    const found = matchingEntries([...many, recent], '');
    expect(found[0]).toEqual(recent);
    expect(found.filter(({ to }) => to === '/shelf 0')).toHaveLength(1);
    expect(found.filter(({ group }) => group === 'Collections')).toHaveLength(6);
  });

  test('what an id leads to stays, whatever its name is', () => {
    const job = entry('Indexing job', 'By id');
    expect(matchingEntries([job, entry('pages', 'Pages')], `job_${tail}`)).toEqual([job]);
  });
});

describe('a step of the first hour', () => {
  const rights = ['query', 'indexes.manage', 'records.write'];

  test.each([
    ['of its own', ['query', 'indexes.manage', 'records.write'], []],
    ['by a grant to a key of documents', ['query', 'products-write'], []],
    ['of documents, which no grant gives', ['products-admin'], ['query']],
    ['that a smaller grant leaves out', ['query', 'products-search'], ['indexes.manage', 'records.write']],
  ])('counts permissions %s', (_, permissions, missing) => {
    expect(missingRights({ rights }, permissions)).toEqual(missing);
  });
});
