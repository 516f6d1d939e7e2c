/** The body of a form as it goes over the wire. */
export interface FileForm {
  headers: { 'content-type': string };
  body: Buffer;
}

/** A form of `index/file`. */
export async function fileForm(files: readonly { name: string; content: Buffer }[]): Promise<FileForm> {
  const form = new FormData();
  for (const { name, content } of files) form.append('files', new Blob([new Uint8Array(content)]), name);
  const sent = new Response(form);
  return {
    headers: { 'content-type': sent.headers.get('content-type')! },
    body: Buffer.from(await sent.arrayBuffer()),
  };
}
