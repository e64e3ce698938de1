/** A file without its bytes. */
interface StoredFile {
  key: string;
  modifiedAt: Date;
}

/** How a file is handed out. */
export interface HandOut {
  /** The name under which a browser saves it. */
  fileName: string;
  mediaType: string;
  /** For how long the address is good. */
  seconds: number;
}

/** What may be uploaded. */
export interface UploadTerms {
  mediaType: string;
  maxBytes: number;
  /** For how long the permission is good. */
  seconds: number;
}

/** A form of HTML that uploads a file: its address, and the fields that stand before the file. */
export interface UploadForm {
  url: string;
  fields: Record<string, string>;
}

/**
 * Where files are: S3 or a folder. A key is a path of names of letters, digits, dots and hyphens, separated by slashes.
 */
export interface FileStore {
  /** Stores the bytes, in place of those that the key had. */
  put: (key: string, bytes: Uint8Array, mediaType: string) => Promise<void>;
  /** The bytes; undefined if there is no such file. */
  get: (key: string) => Promise<Uint8Array | undefined>;
  /** Removes the file, if there is one. */
  remove: (key: string) => Promise<void>;
  /** The files whose key begins with the prefix, in no particular order. */
  list: (prefix: string) => AsyncIterable<StoredFile>;
  /** An address from which anybody can download the file for a while, as an attachment. */
  addressOf: (key: string, handOut: HandOut) => Promise<string>;
  /** A form by which anybody can upload the file for a while, in place of the one that the key had. */
  uploadFormOf: (key: string, terms: UploadTerms) => Promise<UploadForm>;
}
