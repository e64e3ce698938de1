import { judge, type Judgement } from './judgement.ts';
import { pdfActions } from './pdf-actions.ts';

/** How much of the end of a PDF is searched for its last line, as PDF readers do, in bytes. */
const PDF_END = 1_024;

/** Some programs put a byte order mark or an empty line before the header. */
const HEADER = /^(?:\u00EF\u00BB\u00BF|\s){0,4}%PDF-\d/;

/** Judges a PDF: a complete one may still be active. */
export function pdf(bytes: Buffer): Judgement {
  const text = bytes.toString('latin1');
  const end = text.slice(-PDF_END);
  const afterEnd = end.slice(end.lastIndexOf('%%EOF'));
  const isComplete = end.includes('%%EOF') && !afterEnd.includes('PK\u0005\u0006');
  if (!isComplete || !HEADER.test(text.slice(0, 16))) return 'wrong';
  const actions = pdfActions(bytes, text);
  return judge(actions !== 'unreadable', actions === 'some');
}
