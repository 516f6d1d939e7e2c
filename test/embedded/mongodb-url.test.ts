import { withDatabase } from '../../embedded/mongodb-url';

it.each([
  ['mongodb://127.0.0.1:27017', 'mongodb://127.0.0.1:27017/a'],
  ['mongodb://127.0.0.1:27017/?replicaSet=rs0', 'mongodb://127.0.0.1:27017/a?replicaSet=rs0'],
  ['mongodb://h:1,h:2,h:3/b?replicaSet=rs0', 'mongodb://h:1,h:2,h:3/a?replicaSet=rs0'],
  ['mongodb://u:p%40@h:1,h:2?tls=true', 'mongodb://u:p%40@h:1,h:2/a?tls=true'],
  ['mongodb+srv://cluster.example/b', 'mongodb+srv://cluster.example/a'],
])('%s gets another database', (url, expected) => {
  expect(withDatabase(url, 'a')).toBe(expected);
});

it('what is no address of MongoDB is refused', () => {
  expect(() => withDatabase('http://127.0.0.1', 'a')).toThrow('no address of MongoDB');
});
