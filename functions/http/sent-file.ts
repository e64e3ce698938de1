/** The body of a request that is a file. */
export interface SentFile {
  bytes: Buffer;
  /** One of those that the operation takes. */
  mediaType: string;
}
