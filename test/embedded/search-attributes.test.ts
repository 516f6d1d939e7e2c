import { registeredSearchAttributes } from '../../embedded/servers/search-attributes';
import { SEARCH_ATTRIBUTES } from '../../src/domain/platform/search-attributes';

test.each(Object.values(SEARCH_ATTRIBUTES))(
  'the search attribute $name is registered as $type',
  ({ name, type }) => {
    expect(registeredSearchAttributes[name]?.toUpperCase()).toBe(type);
  },
);
