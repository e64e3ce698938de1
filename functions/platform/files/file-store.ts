/** A stored file without its bytes. */
interface StoredFile {
  key: string;
  modifiedAt: Date;
}

/** The parameters of a download. */
export interface DownloadOptions {
  /** The name under which a browser saves the file. */
  fileName: string;
  mediaType: string;
  /** How long the download address is valid. */
  seconds: number;
}

/** The parameters of an upload. */
export interface UploadOptions {
  mediaType: string;
  maxBytes: number;
  /** How long the permission to upload is valid. */
  seconds: number;
}

/** An HTML form that uploads a file: its address, and the fields that come before the file. */
export interface UploadForm {
  url: string;
  fields: Record<string, string>;
}

/**
 * A store of files: S3 or a folder. A key is a path of names of letters, digits, dots and hyphens, separated by
 * slashes.
 */
export interface FileStore {
  /** Stores or replaces a file. */
  put: (key: string, bytes: Uint8Array, mediaType: string) => Promise<void>;
  /** Reads a file; undefined when it does not exist. */
  get: (key: string) => Promise<Uint8Array | undefined>;
  /** Deletes a file, if it exists. */
  remove: (key: string) => Promise<void>;
  /** Lists the files whose key begins with the prefix, in no particular order. */
  list: (prefix: string) => AsyncIterable<StoredFile>;
  /** Creates a temporary URL that downloads the file as an attachment. */
  addressOf: (key: string, options: DownloadOptions) => Promise<string>;
  /** Creates a form that uploads or replaces the file, for a limited time. */
  uploadFormOf: (key: string, options: UploadOptions) => Promise<UploadForm>;
}

/** A Content-Disposition `attachment` with the name in ASCII without quotes, and in UTF-8 (RFC 6266, appendix D). */
export const contentDisposition = (fileName: string): string =>
  `attachment; filename="${fileName.replace(/[^\x20-\x7e]|["'\\%]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(
    fileName,
  ).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)}`;
