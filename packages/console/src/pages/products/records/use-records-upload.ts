import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSheaf } from '../../../data/data-provider';
import { type RecordsFile, readRecordsFile } from './records-file';
import { uploadRecords } from './upload-records';

/** Reads a file of records and uploads it. `sent` is the progress, `read` the format that was detected. */
export function useRecordsUpload(options: {
  index: string;
  replacesAll: boolean;
  skipsWrong: boolean;
  refresh: () => Promise<void>;
}) {
  const { index, replacesAll, skipsWrong, refresh } = options;
  const sheaf = useSheaf();
  const [sent, setSent] = useState<{ name: string; done: number; of: number } | null>(null);
  const [read, setRead] = useState<RecordsFile | null>(null);
  const upload = useMutation({
    async mutationFn(file: File) {
      setRead(null);
      setSent({ name: file.name, done: 0, of: 0 });
      const records = await readRecordsFile(file);
      setRead(records);
      setSent({ name: file.name, done: 0, of: records.lines.length });
      if (records.lines.length === 0) throw new Error('The file has no records.');
      return await uploadRecords({
        sheaf,
        index,
        file: records,
        replacesAll,
        skipsWrong,
        onProgress: (done) => {
          setSent({ name: file.name, done, of: records.lines.length });
        },
      });
    },
    onSettled: refresh,
  });
  return { upload, sent, read };
}
