import { generate } from 'selfsigned';

/** PEM texts of a key and its certificate. */
export interface Credentials {
  key: string;
  cert: string;
}

export interface TestAuthority {
  credentials: Credentials;
  /** The authority's own certificate, to be trusted by the client under test. */
  ca: string;
  /** A server certificate for loopback, `localhost` and the given names. */
  issue(...names: string[]): Promise<Credentials>;
}

const options = { keyType: 'ec', algorithm: 'sha256' } as const;

/** A certificate authority that exists for one test run. */
export async function createTestAuthority(): Promise<TestAuthority> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'Sheaf test authority' }], {
    ...options,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, digitalSignature: true, critical: true },
    ],
  });
  return testAuthority({ key, cert });
}

/** The authority with these credentials, which another process has made. */
export function testAuthority(credentials: Credentials): TestAuthority {
  return {
    credentials,
    ca: credentials.cert,
    async issue(...names) {
      const altNames = ['localhost', ...names].map((value) => ({ type: 2 as const, value }));
      const leaf = await generate([{ name: 'commonName', value: 'localhost' }], {
        ...options,
        ca: credentials,
        extensions: [{ name: 'subjectAltName', altNames: [...altNames, { type: 7, ip: '127.0.0.1' }] }],
      });
      return { key: leaf.private, cert: leaf.cert };
    },
  };
}

/** A certificate without a known authority. */
export async function selfSigned(): Promise<Credentials> {
  const own = await generate([{ name: 'commonName', value: 'localhost' }], {
    ...options,
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  });
  return { key: own.private, cert: own.cert };
}
