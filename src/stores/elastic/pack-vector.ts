/** Encodes a vector for a `dense_vector` field: base64 of big-endian floats. */
export function packVector(vector: Float32Array | readonly number[]): string {
  const bytes = Buffer.allocUnsafe(vector.length * 4);
  vector.forEach((value, i) => bytes.writeFloatBE(value, i * 4));
  return bytes.toString('base64');
}
