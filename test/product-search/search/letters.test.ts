import { type SearchTarget } from '../../../src/product-search';
import { type BuiltIndexes, startBuiltIndexes } from '../built-index';
import { askForWords, idsOf } from './asked';

/** Records whose ids say what they are about. */
const records = [
  { id: 'dots', title: 'Möbel für das Büro', brand: 'Hülsta' },
  { id: 'digraph', title: 'Moebel aus Holz', brand: 'Acme' },
  { id: 'bare', title: 'Mobel modern', brand: 'Acme' },
  { id: 'door', title: 'Gru\u0308ne Tu\u0308r', brand: 'Acme' },
  { id: 'bureau', title: 'Büromöbel Nordisk', brand: 'Acme' },
  { id: 'sky', title: 'Blue true', brand: 'Acme' },
  { id: 'picture', title: 'Blu film', brand: 'Acme' },
  { id: 'oil', title: "Huile d'olive vierge", brand: 'Acme' },
  { id: 'refined', title: 'Huile olive raffinée', brand: 'Acme' },
  { id: 'water', title: 'Purificateur de l’eau', brand: 'Acme' },
  { id: 'story', title: "Storia dell'arte", brand: 'Acme' },
  { id: 'dolphin', title: 'Dolive swims', brand: 'Acme' },
  { id: 'surf', title: "O'Neill wetsuit", brand: 'Acme' },
  { id: 'jeans', title: "Levi's 501", brand: 'Acme' },
  { id: 'old', title: 'Learning C', brand: 'Acme' },
  { id: 'plus', title: 'Learning C++ (2nd edition)', brand: 'Acme' },
  { id: 'sharp', title: 'Learning C#', brand: 'Acme' },
  { id: 'service', title: 'Services with .NET Core', brand: 'Acme' },
  { id: 'function', title: 'F#, in depth', brand: 'Acme' },
  { id: 'boat', title: 'Fishing net core', brand: 'Acme' },
  { id: 'script', title: 'Node.js 3.5 handbook #1', brand: 'Acme' },
  { id: 'pills', title: 'Vitamins a+b', brand: 'Acme' },
  { id: 'fishing', title: 'Rod for fishing', brand: 'Acme' },
  { id: 'red', title: 'Rød maling', brand: 'Ørsted' },
  { id: 'red-by-digraph', title: 'Roed lak', brand: 'Acme' },
  { id: 'town', title: 'Kort over A\u030Arhus, ældre udgave', brand: 'Acme' },
  { id: 'town-by-digraph', title: 'Plakat fra Aarhus', brand: 'Acme' },
  { id: 'tennis', title: 'Raket Đoković', brand: 'Acme' },
  { id: 'clock', title: 'Đồng hồ Łódź', brand: 'Acme' },
  { id: 'dress', title: 'Kırmızı elbise', brand: 'Acme' },
];

describe('letters', () => {
  let indexes: BuiltIndexes;
  let target: SearchTarget;
  beforeAll(async () => {
    indexes = startBuiltIndexes();
    target = await indexes.build(records, { fields: { brand: { type: 'enum' } } });
  });
  afterAll(() => indexes.close());

  test.each([
    ['with two dots, also as ae, oe and ue', 'möbel ', ['bare', 'bureau', 'digraph', 'dots']],
    ['with two dots, also as ae, oe and ue', 'moebel ', ['bureau', 'digraph', 'dots']],
    ['with two dots, also without them', 'mobel ', ['bare', 'bureau', 'dots']],
    ['with two dots as a mark of its own', 'gruene tuer', ['door']],
    ['with two dots as a mark of its own', 'tür', ['door']],
    ['with two dots in a closed set of values', 'huelsta', ['dots']],
    ['with two dots at the end of the query', 'mö', ['bare', 'digraph', 'dots']],
    ['with two dots in a phrase', '"moebel fuer das buero"', ['dots']],
    ['with two dots in a phrase', '"möbel aus"', ['digraph']],
    ['with a stroke, also without it and as oe', 'rod ', ['fishing', 'red']],
    ['with a stroke, also without it and as oe', 'roed ', ['red', 'red-by-digraph']],
    ['with a stroke, also without it and as oe', 'rød ', ['fishing', 'red', 'red-by-digraph']],
    ['with a stroke, also without it and as oe', 'RØD', ['fishing', 'red', 'red-by-digraph']],
    ['with a stroke in a closed set of values', 'oersted', ['red']],
    ['with a stroke in a closed set of values', 'orsted', ['red']],
    ['with a ring, also without it and as aa', 'arhus', ['town']],
    ['with a ring, also without it and as aa', 'aarhus', ['town', 'town-by-digraph']],
    ['with a ring, also without it and as aa', 'Århus', ['town', 'town-by-digraph']],
    ['with two letters in one', 'aeldre', ['town']],
    ['with a bar, also without it and as dj', 'djokovic', ['tennis']],
    ['with a bar, also without it and as dj', 'dokovic', ['tennis']],
    ['with a bar, also without it and as dj', 'dong ho lodz', ['clock']],
    ['without a dot, and the other way', 'kirmizi', ['dress']],
    ['without a dot, and the other way', 'elbıse', ['dress']],
    ['as they are written, where they only look like letters with dots', 'blue ', ['sky']],
    ['as they are written, where they only look like letters with dots', 'blu ', ['picture']],
    ['behind an elided article', 'olive ', ['oil', 'refined']],
    ['behind an elided article', 'd olive', ['dolphin', 'oil']],
    ['behind an elided article', "d'olive ", ['dolphin', 'oil', 'refined']],
    ['behind an elided article', "huile d'olive", ['oil', 'refined']],
    ['behind an elided article', 'dolive ', ['dolphin', 'oil']],
    ['behind an elided article', 'eau', ['water']],
    ['behind an elided article', 'arte', ['story']],
    ['behind an elided article, in a phrase', '"d olive vierge"', ['oil']],
    ['of names with an apostrophe', 'oneill', ['surf']],
    ['of names with an apostrophe', "o'neill", ['surf']],
    ['of names with an apostrophe', 'o neill', ['surf']],
    ['of names with an apostrophe', 'levis ', ['jeans']],
    ['of names with an apostrophe', "levi's ", ['jeans']],
    ['with signs of their own', 'c++', ['plus']],
    ['with signs of their own', 'C#', ['sharp']],
    ['with signs of their own', 'f#', ['function']],
    ['with signs of their own', '.net', ['service']],
    ['with signs of their own, in a phrase', '"learning c++"', ['plus']],
    ['with signs of their own, also without them', 'net core', ['boat', 'service']],
    ['alone', 'learning c', ['old']],
    ['beside signs that are none of theirs', 'node.js', ['script']],
    ['beside signs that are none of theirs', '3.5', ['script']],
    ['beside signs that are none of theirs', 'a+b', ['pills']],
    ['beside signs that are none of theirs', '#1', ['script']],
  ])('are found %s: %s', async (_, query, ids) => {
    expect((await idsOf(indexes, target, query, { typos: false })).sort()).toEqual(ids);
  });

  test.each([
    ['with a typo, whichever way they are written', 'mobl ', ['bare', 'dots']],
    ['with a typo, whichever way they are written', 'mooebel ', ['digraph', 'dots']],
    ['as a part of a compound, whichever way they are written', 'büromoebel', ['bureau']],
    ['without typos in words with signs', 'c+++', []],
  ])('are found %s: %s', async (_, query, ids) => {
    expect((await idsOf(indexes, target, query)).sort()).toEqual(ids);
  });

  test.each([
    ['rød ', ['red', 'red-by-digraph', 'fishing']],
    ['möbel ', ['digraph', 'dots', 'bare']],
  ])('that are written as the query has them come first: %s', async (query, ids) => {
    await expect(idsOf(indexes, target, query, { typos: false }).then((all) => all.slice(0, 3))).resolves.toEqual(ids); // prettier-ignore
  });

  test.each<[string, string, string]>([
    ['moebel', 'dots', '<em>Möbel</em> für das Büro'],
    ['möbel', 'digraph', '<em>Moebel</em> aus Holz'],
    ['roed', 'red', '<em>Rød</em> maling'],
    ['rød', 'fishing', '<em>Rod</em> for fishing'],
    ['olive', 'oil', 'Huile d&#39;<em>olive</em> vierge'],
    ["d'olive", 'oil', 'Huile <em>d&#39;olive</em> vierge'],
    ['d olive', 'oil', 'Huile <em>d</em>&#39;<em>olive</em> vierge'],
    ['dolive', 'oil', 'Huile <em>d&#39;olive</em> vierge'],
    ['neill', 'surf', 'O&#39;<em>Neill</em> wetsuit'],
    ['levis', 'jeans', '<em>Levi&#39;s</em> 501'],
    ['c++', 'plus', 'Learning <em>C++</em> (2nd edition)'],
    ['.net', 'service', 'Services with <em>.NET</em> Core'],
    ['net core', 'service', 'Services with <em>.NET</em> <em>Core</em>'],
  ])('of %s are marked in %s as they are found', async (query, id, html) => {
    const style = { preTag: '<em>', postTag: '</em>', fields: null, snippetChars: 0 };
    const { hits } = await askForWords(indexes, target, query, { highlight: style });
    const hit = hits.find((each) => each.id === id)!;
    expect(hit.highlight).toEqual({ title: html });
    expect(hit.matched).toMatchObject({ fields: ['title'], typos: 0 });
  });
});
