import type { Frame } from '../../pages/public/frame.ts';

/** An HTML page. */
export interface Page {
  status?: number;
  /** The text of the HTML document. */
  page: string;
  /** The layout around the page (header and footer), if it differs from the layout that the request determines. */
  frame?: Frame;
  /** Whether the page contains a form. Forms are sent only to this service. */
  hasForm?: true;
  /** The inline script of the page. */
  script?: string;
  /** The origin that the script connects to, besides this service. */
  connectsTo?: string | undefined;
  /** How long the page may be cached without revalidation, in seconds; by default not at all. */
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
  /** How long the file may be cached without revalidation, in seconds. The content at its address never changes. */
  maxAge: number;
}

interface Redirect {
  status: 301 | 302 | 303;
  location: string;
}

/** The result of a public page's handler. */
export type PublicPageResult = Page | TextFile | BinaryFile | Redirect;
