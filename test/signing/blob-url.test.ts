import { blobFolderKey, signBlobPath, verifyBlobPath } from '../../src/signing/blob-url';

const signingKey = Buffer.alloc(32, 7);
const folder = 'parse/prs_a/assets/';
const folderKey = blobFolderKey(signingKey, folder);
const expiresAtMs = 1_800_000_000_000;

function opens(key: Uint8Array, blobKey: string): boolean {
  const { pathname, searchParams } = new URL(signBlobPath(key, blobKey, expiresAtMs), 'https://sheaf.test');
  return verifyBlobPath(signingKey, {
    key: pathname.replace('/b/', ''),
    expires: searchParams.get('expires')!,
    sig: searchParams.get('sig')!,
  });
}

it.each([
  ['the signing key', signingKey],
  ['the key of its folder', folderKey],
])('a link that %s signed opens its blob', (_, key) => {
  expect(opens(key, `${folder}fig_1_ab`)).toBe(true);
});

it.each([
  ["another job's image", 'parse/prs_b/assets/fig_1_ab'],
  ["the job's own result", 'parse/prs_a/result-1.json'],
  ['a folder below', 'parse/prs_a/assets/more/fig_1_ab'],
  ['a folder of the same beginning', 'parse/prs_a/assets2/fig_1_ab'],
  ['no folder', 'fig_1_ab'],
])('the key of a folder opens nothing of another one: %s', (_, blobKey) => {
  expect(opens(folderKey, blobKey)).toBe(false);
  expect(opens(signingKey, blobKey)).toBe(true);
});

it('the key of a folder is alone in its memory', () => {
  expect(folderKey.buffer.byteLength).toBe(32);
  expect(Buffer.from(folderKey).equals(signingKey)).toBe(false);
});
