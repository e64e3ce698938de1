import type { Frame } from '../../pages/public/frame.ts';

/** A page for people. */
export interface Page {
  status?: number;
  /** The whole HTML document. */
  page: string;
  /** How it is shown, where what it shows may have decided that. */
  frame?: Frame;
  /** The page contains a form, which sends to this service only. */
  hasForm?: true;
  /** The one script that stands in the page. */
  script?: string;
  /** Where that script sends to, besides this service. */
  connectsTo?: string | undefined;
  /** For how long it may be kept without asking again, in seconds; by default not at all. */
  maxAge?: number;
}

/** A text for programs, in no language of its own. */
interface TextFile {
  text: string;
  /** Its media type. */
  type: string;
  maxAge: number;
}

/** A file as it is: no other language, no other form. Nothing in it runs, whatever it contains. */
export interface BinaryFile {
  bytes: Uint8Array;
  /** Its media type. */
  type: string;
  /** For how long it may be kept without asking again, in seconds: its address has no other content later. */
  maxAge: number;
}

interface Redirect {
  status: 301 | 302 | 303;
  location: string;
}

/** What a public page returns. */
export type PublicPageResult = Page | TextFile | BinaryFile | Redirect;
