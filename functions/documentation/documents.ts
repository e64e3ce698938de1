import type { Document } from './document.ts';
import { renderedDocuments } from './rendered-documents.ts';

let documents: Record<string, Document> | undefined;

/** What is served at a path; everything is made on first use. */
export function documentAt(path: string): Document | undefined {
  documents ??= renderedDocuments();
  return Object.hasOwn(documents, path) ? documents[path] : undefined;
}
