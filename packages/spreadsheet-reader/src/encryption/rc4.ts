/** Keystream of RC4, to be combined with the data by XOR. OpenSSL 3, and thus Node, no longer has RC4. */
export function rc4Keystream(key: Buffer, length: number): Buffer {
  const state = new Uint8Array(256);
  for (let i = 0; i < 256; i++) state[i] = i;
  let j = 0;
  for (let i = 0; i < 256; i++) {
    const value = state[i]!;
    j = (j + value + key[i % key.length]!) & 0xff;
    state[i] = state[j]!;
    state[j] = value;
  }
  const stream = Buffer.allocUnsafe(length);
  let i = 0;
  j = 0;
  for (let at = 0; at < length; at++) {
    i = (i + 1) & 0xff;
    const value = state[i]!;
    j = (j + value) & 0xff;
    const other = state[j]!;
    state[i] = other;
    state[j] = value;
    stream[at] = state[(value + other) & 0xff]!;
  }
  return stream;
}
