import { OutboundError } from './guarded-client';

export type LinkScheme = 'https' | 'http';

const urlCharsMax = 8_192;

/**
 * Parses a link with the WHATWG parser. It normalises every spelling of a host (decimal, octal, hex, short,
 * full-width, percent-encoded) to the one that is checked and connected to.
 *
 * @throws OutboundError `invalid_url` for anything but an absolute URL of an allowed scheme, without
 * user-info and port 0
 */
export function parseLink(text: string, schemes: readonly LinkScheme[]): URL {
  if (text.length > urlCharsMax || !URL.canParse(text)) {
    throw new OutboundError('invalid_url', 'The link is not an absolute URL.');
  }
  const url = new URL(text);
  if (!schemes.some((scheme) => url.protocol === `${scheme}:`)) {
    throw new OutboundError(
      'invalid_url',
      `The link, or a redirect of it, does not begin with ${schemes.join(' or ')}.`,
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutboundError('invalid_url', 'The link holds a user name or password.');
  }
  // Node's client would replace port 0 by the default port.
  if (url.port === '0') throw new OutboundError('invalid_url', 'The port of the link is 0.');
  // A trailing dot names the same host, but certificates and Host headers omit it.
  url.hostname = url.hostname.replace(/\.$/, '');
  url.hash = '';
  return url;
}

/** Destination of a connection. */
export interface Destination {
  /** Name or address; IPv6 without brackets. */
  hostname: string;
  port: number;
  /** `https:` or `http:`. */
  protocol: string;
}

/** The destination of a parsed URL, or of the same fields as undici passes them to a connector. */
export function destinationOf({
  hostname,
  port,
  protocol,
}: {
  hostname: string;
  port: string;
  protocol: string;
}): Destination {
  return {
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
    protocol,
  };
}

/**
 * Whether a public server may be reached on a port: the web's ports, and those that need no privilege to
 * listen on.
 */
export function isOpenPort(port: number, protocol: string): boolean {
  return port === 443 || port > 1_023 || (port === 80 && protocol === 'http:');
}
