import fc from 'fast-check';
import {
  allowsFacet,
  allowsOrigin,
  covers,
  type KeyBounds,
  type KeyScope,
  narrowed,
  principalsOf,
  reachesIndex,
  tenantOf,
  typePermissions,
  wideningsOf,
} from '../../../src/domain/products/key-scope';
import { type ProductPermission } from '../../../src/domain/products/permissions';
import { createShownFields, fieldBoundsOf } from '../../../src/domain/products/shown-fields';
import { suiteSeed } from '../../setup/suite-seed';

const seed = suiteSeed();

/** A read of one record by a key. */
interface Read {
  permission: ProductPermission;
  index: string;
  origin: string | null;
  facet: string;
  field: string;
  tenant: string;
  acl: string[];
  deny: string[];
  /** Filters that the record passes. */
  passes: string[];
}

/** Whether a key may do it: the rule of the documentation, written plainly. */
function may(scope: KeyScope, read: Read): boolean {
  const { allowed, denied } = principalsOf(scope);
  const tenant = tenantOf(scope);
  return (
    scope.permissions.includes(read.permission) &&
    reachesIndex(scope, read.index) &&
    allowsOrigin(scope, read.origin) &&
    allowsFacet(scope, read.facet) &&
    createShownFields(fieldBoundsOf(scope.chain)).shows(read.field) &&
    tenant !== null &&
    covers(tenant, read.tenant) &&
    read.acl.some((name) => allowed.some((held) => covers(held, name))) &&
    !read.deny.some((name) => denied.includes(name)) &&
    scope.chain.every(({ filter }) => filter === null || read.passes.includes(filter))
  );
}

const some = <T>(values: readonly T[]) => fc.subarray([...values], { minLength: 1 });
const people = ['user:a', 'user:ab', 'user:b', 'group:x'];
const patterns = [...people, 'user:*', 'user:a*', '*'];
const origins = ['https://a.example', 'https://b.a.example', 'http://a.example'];
const permissions = typePermissions.search;
const filters = ['visible = true', 'price < 5', 'brand = "a"'];
const fieldNames = ['cost', 'size', 'size.width', 'size.height'];
const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { freq: 2 });

const bounds: fc.Arbitrary<KeyBounds> = fc.record({
  indexes: optional(some(['a', 'ab', 'b', 'a*', '*'])),
  principals: optional(some(patterns)),
  tenant: optional(fc.constantFrom('acme', 'acme-2', 'bolt', 'acme*', '*')),
  filter: optional(fc.constantFrom(...filters)),
  allowedOrigins: optional(some([...origins, 'https://*.a.example', 'https://*.example'])),
  facets: optional(some(['brand', 'color'])),
  hiddenFields: optional(fc.subarray(fieldNames)),
  visibleFields: optional(fc.subarray(fieldNames)),
  ratePerSecond: optional(fc.integer({ min: 1, max: 9 })),
  expiresAt: optional(fc.integer({ min: 1, max: 9 })),
});
const level = fc.record({ permissions: some(permissions), bounds });
const read: fc.Arbitrary<Read> = fc.record({
  permission: fc.constantFrom(...permissions),
  index: fc.constantFrom('a', 'ab', 'b', 'c'),
  origin: fc.constantFrom(...origins, 'https://evila.example', null),
  facet: fc.constantFrom('brand', 'color'),
  field: fc.constantFrom(...fieldNames, 'title'),
  tenant: fc.constantFrom('acme', 'acme-2', 'bolt'),
  acl: some(people),
  deny: fc.subarray(people),
  passes: fc.subarray(filters),
});

interface Level {
  permissions: ProductPermission[];
  bounds: KeyBounds;
}

function rootScope({ permissions: held, bounds: own }: Level): KeyScope {
  return { type: 'search', permissions: held, chain: [{ id: 'key_0', ...own }] };
}

const below = (scope: KeyScope, { permissions: held, bounds: own }: Level, i = 1) =>
  narrowed(scope, held, { id: `key_${i}`, ...own });

describe('a key that derives from another one', () => {
  it(`may do nothing that the other may not, whatever it asks for (seed ${seed})`, () => {
    fc.assert(
      fc.property(
        level,
        fc.array(level, { minLength: 1, maxLength: 4 }),
        fc.array(read),
        (root, levels, reads) => {
          const scopes = [rootScope(root)];
          for (const [i, one] of levels.entries()) scopes.push(below(scopes.at(-1)!, one, 1 + i));
          for (const [i, scope] of scopes.slice(1).entries())
            for (const one of reads) if (may(scope, one)) expect(may(scopes[i]!, one)).toBe(true);
        },
      ),
      { seed, numRuns: 3_000 },
    );
  });

  it(`has just what it asks for where it asks for nothing wider (seed ${seed})`, () => {
    fc.assert(
      fc.property(level, level, (root, child) => {
        const above = rootScope(root);
        fc.pre(wideningsOf(above, child).length === 0);
        const scope = below(above, child);
        expect(scope.permissions.toSorted()).toEqual(child.permissions.toSorted());
        const { principals, tenant } = child.bounds;
        if (principals !== null) {
          const { allowed } = principalsOf(scope);
          expect(allowed).toEqual(expect.arrayContaining(principals));
          for (const name of allowed) expect(principals.some((asked) => covers(asked, name))).toBe(true);
        }
        if (tenant !== null) expect(tenantOf(scope)).toBe(tenant);
      }),
      { seed, numRuns: 1_000 },
    );
  });

  it('is refused members that the other does not reach', () => {
    const above = rootScope({
      permissions: ['search'],
      bounds: {
        indexes: ['shop*'],
        principals: ['user:*'],
        tenant: 'acme',
        filter: null,
        allowedOrigins: ['https://*.shop.example'],
        facets: ['brand'],
        hiddenFields: ['cost'],
        visibleFields: ['title', 'cost', 'size'],
        ratePerSecond: 5,
        expiresAt: 100,
      },
    });
    const wide: KeyBounds = {
      indexes: ['shop-1', 'sho*'],
      principals: ['user:7', 'group:1'],
      tenant: 'bolt',
      filter: 'price < 5',
      allowedOrigins: ['https://a.shop.example', 'https://shop.example', 'http://a.shop.example'],
      facets: ['brand', 'color'],
      hiddenFields: ['title'],
      visibleFields: ['title', 'cost', 'size.width', 'brand'],
      ratePerSecond: 6,
      expiresAt: 101,
    };
    expect(wideningsOf(above, { permissions: ['search', 'browse'], bounds: wide })).toEqual([
      { member: 'permissions', message: 'the key above does not reach "browse"' },
      { member: 'indexes', message: 'the key above does not reach "sho*"' },
      { member: 'principals', message: 'the key above does not reach "group:1"' },
      { member: 'tenant', message: 'the key above does not reach "bolt"' },
      { member: 'allowedOrigins', message: 'the key above does not reach "https://shop.example"' },
      { member: 'allowedOrigins', message: 'the key above does not reach "http://a.shop.example"' },
      { member: 'facets', message: 'the key above does not reach "color"' },
      { member: 'visibleFields', message: 'the key above does not reach "cost"' },
      { member: 'visibleFields', message: 'the key above does not reach "brand"' },
      { member: 'ratePerSecond', message: 'the key above has 5 a second' },
      { member: 'expiresAt', message: 'the key above ends at 100' },
    ]);
  });

  it('holds no principals and no tenant that the other has not', () => {
    const none = { ...rootScope({ permissions: ['search'], bounds: { ...nothing } }) };
    const child = below(none, {
      permissions: ['search'],
      bounds: { ...nothing, principals: ['user:1'], tenant: 'x' },
    });
    expect(principalsOf(child).allowed).toEqual([]);
    expect(tenantOf(child)).toBeNull();
  });
});

const nothing: KeyBounds = {
  indexes: null,
  principals: null,
  tenant: null,
  filter: null,
  allowedOrigins: null,
  facets: null,
  hiddenFields: null,
  visibleFields: null,
  ratePerSecond: null,
  expiresAt: null,
};
