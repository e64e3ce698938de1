import type { Frame } from '../../pages/public/frame.ts';

/** An HTML page. */
export interface Page {
  status?: number;
  /** The whole HTML document. */
  page: string;
  /** Its frame, if it differs from that of the request. */
  frame?: Frame;
  /** Whether the page contains a form, which sends to this service only. */
  hasForm?: true;
  /** Its inline script. */
  script?: string;
  /** The origin that its script connects to, besides this service. */
  connectsTo?: string | undefined;
  /** How long it may be cached without revalidation, in seconds; by default not at all. */
  maxAge?: number;
}

/** A text for programs, which has no language. */
interface TextFile {
  text: string;
  /** Its media type. */
  type: string;
  maxAge: number;
}

/** A file, which has neither language nor encoding. Browsers run no script in it. */
export interface BinaryFile {
  bytes: Uint8Array;
  /** Its media type. */
  type: string;
  /** How long it may be cached without revalidation, in seconds: the content of its address never changes. */
  maxAge: number;
}

interface Redirect {
  status: 301 | 302 | 303;
  location: string;
}

/** The result of a public page's handler. */
export type PublicPageResult = Page | TextFile | BinaryFile | Redirect;
