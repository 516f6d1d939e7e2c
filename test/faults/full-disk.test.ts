import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OwnStack, startOwnStack } from '../setup/own-stack';

/** A disk of so many bytes, which only the system's administrator may set up; null where that is not us. */
function mountDisk(bytes: number): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'sheaf', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
}

const diskBytes = 16 * 1024 * 1024;
const disk = mountDisk(diskBytes);
const filler = join(disk ?? '', 'filler');

function fill(): void {
  try {
    writeFileSync(filler, Buffer.alloc(diskBytes));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

(disk === null ? describe.skip : describe)('a blob folder on a full disk (needs the right to mount)', () => {
  const files = 6;
  let stack: OwnStack;
  let urls: string[];

  beforeAll(async () => {
    stack = await startOwnStack({ env: { BLOB_FOLDER: disk! } });
    await stack.startWorker();
    urls = Array.from({ length: files }, (_, n) => {
      // Past what is read together with others, so that every step leaves blobs.
      const paragraph = `Paragraph ${n} of a file that is stored before it is read.`;
      stack.links.files.set(`/f/${n}.txt`, Buffer.from(`${paragraph}\n\n`.repeat(3_000)));
      return `${stack.links.origin}/f/${n}.txt`;
    });
  });
  afterAll(async () => {
    await stack.close();
    execFileSync('umount', ['--lazy', disk!]);
  });

  it('holds a job up until there is room again; then every file is there once', async () => {
    fill();
    const jobId = await stack.accepted(stack.index('url', { urls }));
    const fetches = () =>
      stack.temporal.client.workflow
        .getHandle(`index-job/${jobId}`)
        .describe()
        .then(({ raw }) => raw.pendingActivities ?? []);
    let pending = await fetches();
    while (!pending.some(({ attempt }) => (attempt ?? 0) > 1)) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      pending = await fetches();
    }
    expect(await stack.documents()).toEqual([]);

    rmSync(filler);
    expect(await stack.indexed(jobId)).toMatchObject({
      status: 'completed',
      result: { files_indexed: files, files_failed: 0 },
    });
    const names = (await stack.documents()).map(({ filename }) => filename).sort();
    expect(names).toEqual(urls.map((url) => url.slice(url.lastIndexOf('/') + 1)));
    // The job's files go a moment after its end shows, and would make room on the disk.
    await stack.holds();
  });

  it('refuses an upload with an error that says nothing of the machine, and takes it when there is room', async () => {
    fill();
    const form = () => {
      const body = new FormData();
      body.append('file', new Blob([Buffer.alloc(256 * 1024, 'a,b\n')]), 'book.csv');
      return body;
    };
    const send = () =>
      stack.api.request<{ error: string; message: string }>('/v3/parse/uploads', {
        key: stack.key.text,
        body: form(),
      });
    const refused = await send();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
    expect(refused.text).not.toContain(disk!);

    rmSync(filler);
    expect((await send()).status).toBe(200);
  });
});
