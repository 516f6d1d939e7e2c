/** A head and frames of an MP3 file (MPEG 1 Layer III): enough to be told, nothing to be heard. */
export const mp3 = Buffer.concat([
  Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1'),
  Buffer.alloc(417 * 10).fill(Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(413)])),
]);

/** The head of an MP4 file. */
export const mp4 = Buffer.concat([
  Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'),
  Buffer.alloc(4_096),
]);
