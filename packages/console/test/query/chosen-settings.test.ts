import { chosenSettings, narrowingSettings } from '../../src/pages/query/chosen-settings';
import { type QueryConfig } from '../../src/parts/queries/asked';

const config: QueryConfig = {
  semantic_ratio: 0,
  filter: { year: { $gte: 2024 } },
  limit: 5,
  rerank: { enabled: true, model: 'local', candidate_limit: 20 },
  include: { document: false, highlights: true, regions: true },
};

test('each setting that differs from the default has a text, and is removed alone', () => {
  const chosen = chosenSettings(config);
  expect(chosen.map(({ text }) => text)).toEqual([
    'Search mode: keyword',
    'Rerank: local, 20 candidates',
    'Filter: {"year":{"$gte":2024}}',
    'Results: 5',
    'Without document',
    'With regions on pages',
  ]);
  for (const { rest, text } of chosen)
    expect(chosenSettings(rest).map((other) => other.text)).toEqual(
      chosen.map((other) => other.text).filter((other) => other !== text),
    );
});

test('no setting is chosen in the default configuration', () => {
  expect(chosenSettings({})).toEqual([]);
  expect(chosenSettings({ include: { highlights: true } })).toEqual([]);
});

test('the settings that can leave results out are the filter, the bounds and a search by words alone', () => {
  expect(narrowingSettings(config).map(({ text }) => text)).toEqual([
    'Search mode: keyword',
    'Filter: {"year":{"$gte":2024}}',
  ]);
  expect(narrowingSettings({ semantic_ratio: 1, min_cosine: 0.4 }).map(({ rest }) => rest)).toEqual([
    { semantic_ratio: 1 },
  ]);
});
