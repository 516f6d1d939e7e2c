import { type QueryAnswerBody } from '../../../api/documents/queries/schema';
import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

it('finds what a job has indexed as soon as the job is completed', async () => {
  for (let round = 0; round < 8; round++) {
    const collection = `findable-${round}`;
    await stack.createCollection(collection);
    const sent = stack.index('text', { content: 'The lock opens at dawn.' }, { collection });
    expect(await stack.indexed(await stack.accepted(sent))).toMatchObject({ status: 'completed' });
    const { body } = await stack.api.request<QueryAnswerBody>(`/v3/collections/${collection}/query`, {
      key: stack.key.text,
      json: { query: 'lock', semantic_ratio: 0 },
    });
    expect(body.results).toHaveLength(1);
  }
});

/** Texts by their language, and other forms of words that each has. */
const inflected = [
  [
    'de',
    'Die Mieter haben ihre Verträge zum Ende des Jahres gekündigt, weil die Wohnungen feucht und die Heizungen ' +
      'seit vielen Wochen kalt waren. Der Vermieter bestritt die Mängel und verlangte, dass sie alle Schäden ersetzen.',
    ['Vertrag', 'Wohnung', 'Heizung', 'feuchte', 'Schaden'],
  ],
  [
    'fr',
    "Les locataires ont résilié leurs contrats à la fin de l'année, parce que les appartements étaient humides et " +
      'que les radiateurs restaient froids depuis plusieurs semaines. Le propriétaire conteste les réparations nationales.',
    ['locataire', 'contrat', 'appartement', 'humide', 'national'],
  ],
  [
    'ru',
    'Арендаторы расторгли свои договоры в конце года, потому что квартиры были сырыми, а батареи оставались холодными ' +
      'уже несколько недель. Владелец дома отрицал недостатки и требовал возмещения.',
    ['арендатор', 'договоров', 'квартира', 'неделя', 'возмещение'],
  ],
] as const;

it('finds other forms of the words of texts that are not in English', async () => {
  await stack.createCollection('stems');
  for (const [language, content] of inflected) {
    const sent = stack.index('text', { content, filename: `${language}.txt` }, { collection: 'stems' });
    expect(await stack.indexed(await stack.accepted(sent))).toMatchObject({ status: 'completed' });
  }
  for (const [language, , words] of inflected)
    for (const query of words) {
      const { body } = await stack.api.request<QueryAnswerBody>('/v3/collections/stems/query', {
        key: stack.key.text,
        json: { query, semantic_ratio: 0 },
      });
      const found = body.results.map(({ document, match_sources: by }) => [document?.filename, by]);
      expect([query, found]).toEqual([query, [[`${language}.txt`, ['keyword']]]]);
    }
});
