import fc from 'fast-check';
import { foldEntries, foldRecord } from '../../../src/domain/products/fold';
import {
  ENTRY_OPS,
  everythingStaged,
  isInView,
  type LogEntry,
  type LogView,
} from '../../../src/domain/products/record-log';
import { suiteSeed } from '../../setup/suite-seed';

const seed = suiteSeed();

type Plain = Record<string, unknown>;

/** State of the record by parsed objects. */
function plainState(entries: readonly LogEntry[], view: LogView): Plain | null {
  let state = null as Plain | null;
  for (const entry of entries.filter((one) => isInView(one, view))) {
    if (entry.op === 'put') state = JSON.parse(entry.text) as Plain;
    if (entry.op === 'delete') state = null;
    if (entry.op === 'patch' && state !== null) {
      const merged: Plain = { ...state, ...(JSON.parse(entry.text) as Plain) };
      state = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
    }
  }
  return state;
}

const member = fc.constantFrom('a', 'b', 'c d', '"', '\\');
const object = fc.dictionary(member, fc.constantFrom<unknown>(1, 'x', { n: ['}', '"'] }, [1, { a: 2 }]), {
  maxKeys: 3,
});
const patch = fc.dictionary(member, fc.constantFrom<unknown>(null, 2, 'y'), { maxKeys: 3 });

const log = fc
  .array(fc.record({ op: fc.constantFrom(...ENTRY_OPS), staged: fc.boolean(), put: object, patch }), {
    maxLength: 12,
  })
  .map((drafts) =>
    drafts.map(({ op, staged, ...texts }, n): LogEntry => ({
      recordId: 'r',
      seq: n + 1,
      place: 0,
      staged,
      op,
      text: op === 'delete' ? '' : JSON.stringify(texts[op]),
    })),
  );
const view = fc.record({
  stagedThrough: fc.oneof(fc.nat(13), fc.constant(everythingStaged)),
  voidThrough: fc.nat(13),
});

const record = (state: { text: string | null } | null): Plain | null =>
  state?.text == null ? null : (JSON.parse(state.text) as Plain);

test(`a record has in every view the state that parsed objects give (seed ${seed})`, () => {
  fc.assert(
    fc.property(log, view, (entries, seen) => {
      expect(record(foldRecord(entries, seen))).toEqual(plainState(entries, seen));
    }),
    { seed },
  );
});

test(`the version of a record is the number of the last entry that counts (seed ${seed})`, () => {
  fc.assert(
    fc.property(log, view, (entries, seen) => {
      const last = entries.findLast((entry) => isInView(entry, seen));
      expect(foldRecord(entries, seen)?.seq).toBe(last?.seq);
    }),
    { seed },
  );
});

test(`folded entries give every view the same record, of the same version (seed ${seed})`, () => {
  fc.assert(
    fc.property(log, fc.array(view, { minLength: 1, maxLength: 4 }), (entries, views) => {
      const folded = foldEntries(entries, views);
      for (const seen of views) {
        const after = foldRecord(folded, seen);
        const before = foldRecord(entries, seen);
        expect(record(after)).toEqual(record(before));
        if (before !== null && before.text !== null) expect(after?.seq).toBe(before.seq);
      }
    }),
    { seed },
  );
});

test(`entries that are folded at once, or again after others came, give the same record (seed ${seed})`, () => {
  fc.assert(
    fc.property(log, fc.nat(12), view, (entries, cut, seen) => {
      const folded = foldEntries(entries.slice(0, cut), [seen]);
      const again = foldEntries([...folded, ...entries.slice(cut)], [seen]);
      expect(record(foldRecord(again, seen))).toEqual(plainState(entries, seen));
      expect(again.length).toBeLessThanOrEqual(1);
    }),
    { seed },
  );
});

test(`a log that is cut between the rewritten entry and the removal of those before it gives the same record (seed ${seed})`, () => {
  fc.assert(
    fc.property(log, view, (entries, seen) => {
      const folded = foldEntries(entries, [seen]);
      const halfway = entries.map((entry) => folded.find(({ seq }) => seq === entry.seq) ?? entry);
      expect(record(foldRecord(halfway, seen))).toEqual(plainState(entries, seen));
    }),
    { seed },
  );
});

test('entries that one view sees and another does not stay apart', () => {
  const put = { recordId: 'r', seq: 1, place: 0, staged: true, op: 'put', text: '{"a":1}' } as const;
  const change = { ...put, seq: 2, staged: false, op: 'patch', text: '{"a":2}' } as const;
  const served = { stagedThrough: 0, voidThrough: 0 };
  const next = { stagedThrough: everythingStaged, voidThrough: 0 };
  expect(foldEntries([put, change], [served, next])).toEqual([put, change]);
  expect(foldEntries([put, change], [next])).toEqual([{ ...change, op: 'put', text: '{"a":2}' }]);
});
