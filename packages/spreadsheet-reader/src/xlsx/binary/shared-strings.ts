import { unexpectedEnd } from '../../ooxml/xml/xml-error';
import { type StringArena } from '../../string-arena';
import { type ByteFeed } from '../rows/byte-feed';
import { createRecordFeed } from './record-feed';
import { RecordType } from './record-type';
import { wideText } from './wide-text';

/**
 * Creates a feed that fills an arena from the binary part of shared strings. Formatting runs and phonetic
 * texts are left out, declared counts are ignored.
 *
 * @throws SourceError from the feed: `corrupt` where the part ends early, `too_large` for a text past
 *   `itemBytesMax`
 */
export function createBinaryStringFeed(arena: StringArena, itemBytesMax: number): ByteFeed {
  let closed = false;
  const feed = createRecordFeed((type, bytes, start, end) => {
    if (type === RecordType.sharedString) arena.addText(wideText(bytes, start + 1, end));
    else if (type === RecordType.endSharedStrings) closed = true;
  }, itemBytesMax);
  return {
    write: (bytes) => {
      feed.write(bytes);
    },
    end() {
      feed.end();
      if (!closed) throw unexpectedEnd();
    },
  };
}
