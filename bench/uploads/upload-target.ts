/** A server under measure and one of its ways to take a file. */
export interface UploadTarget {
  name: string;
  pid: number;
  /** Uploads `bytes` of CSV; answers what names the file to `remove`. */
  upload(bytes: number): Promise<string>;
  remove(name: string): Promise<void>;
  close(): Promise<void>;
}
