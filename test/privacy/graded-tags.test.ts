import { GRADED_TAGS as gradedTags } from 'personal-data';
import { GRADED_TAGS } from '../../src/domain/platform/personal-data';

test('kinds with graded bounds are those of the engine', () => {
  expect(GRADED_TAGS).toEqual(gradedTags);
});
