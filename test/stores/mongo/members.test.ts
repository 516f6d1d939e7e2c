import { MongoClient, type TopologyDescriptionChangedEvent } from 'mongodb';
import { lightWrite } from '../../../src/stores/mongo/light-write';
import { beforeItsName, countMembers } from '../../../src/stores/mongo/members';

/** Write concern of rows once a client has seen a primary with these hosts. */
function concernOf(...hosts: string[][]): object {
  const client = new MongoClient('mongodb://127.0.0.1:1');
  countMembers(client);
  for (const seen of hosts) {
    const servers = new Map([['a', { type: 'RSPrimary', hosts: seen }]]);
    client.emit('topologyDescriptionChanged', {
      newDescription: { servers },
    } as unknown as TopologyDescriptionChangedEvent);
  }
  return beforeItsName(client.db('any').collection('rows'));
}

it.each([
  ['one member', [['a']], lightWrite],
  ['three members', [['a', 'b', 'c']], { w: 'majority' }],
  ['a set that has grown', [['a'], ['a', 'b', 'c']], { w: 'majority' }],
  ['a client that has seen no primary yet', [], { w: 'majority' }],
])('rows before the write that names them, in %s', (_, hosts, expected) => {
  expect(concernOf(...hosts)).toEqual(expected);
});
