/** A message that a test writes. */
export interface WrittenMessage {
  subject: string;
  text?: string;
  html?: string;
  headers?: Readonly<Record<string, string>>;
  attachments?: readonly { name: string; type: string; content: string; id?: string }[];
}

/** A message as it is sent: MIME, every part in base64 but messages, which may not be. */
export function messageOf({ subject, text, html, headers = {}, attachments = [] }: WrittenMessage): string {
  const boundary = `b-${Buffer.from(subject).toString('hex').slice(0, 40)}-${attachments.length}`;
  const bodies = [
    ...(text === undefined ? [] : [part('text/plain; charset=utf-8', text)]),
    ...(html === undefined ? [] : [part('text/html; charset=utf-8', html)]),
  ];
  const files = attachments.map(({ name, type, content, id }) =>
    type === 'message/rfc822'
      ? `Content-Type: message/rfc822\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\n${content}`
      : part(`${type}; name="${name}"`, content, [
          `Content-Disposition: ${id === undefined ? 'attachment' : 'inline'}; filename="${name}"`,
          ...(id === undefined ? [] : [`Content-ID: <${id}>`]),
        ]),
  );
  return [
    'From: "Ann Example" <ann@example.com>',
    'To: Bob <bob@example.com>, team@example.com',
    `Subject: ${subject}`,
    'Date: Mon, 02 Mar 2026 10:00:00 +0100',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'MIME-Version: 1.0',
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    '',
    ...[...bodies, ...files].flatMap((body) => [`--${boundary}`, body]),
    `--${boundary}--`,
    '',
  ].join('\r\n');
}

function part(type: string, content: string, more: readonly string[] = []): string {
  const bytes = type.startsWith('text/') ? Buffer.from(content) : Buffer.from(content, 'latin1');
  const lines = bytes.toString('base64').replace(/.{76}/g, '$&\r\n');
  return [`Content-Type: ${type}`, ...more, 'Content-Transfer-Encoding: base64', '', lines].join('\r\n');
}
