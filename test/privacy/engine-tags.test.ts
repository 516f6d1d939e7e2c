import { ASKED_TAGS as askedTags, GRADED_TAGS as gradedTags } from 'personal-data';
import { ASKED_TAGS, GRADED_TAGS } from '../../src/domain/platform/personal-data';

test('kinds with graded bounds are those of the engine', () => {
  expect(GRADED_TAGS).toEqual(gradedTags);
});

test('kinds that have to be asked for are those of the engine', () => {
  expect(ASKED_TAGS).toEqual(askedTags);
});
