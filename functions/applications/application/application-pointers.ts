import { APPLICATIONS_PER_PAGE } from '../../../schemas/application-limits.ts';
import type { Item } from '../../platform/dynamodb/database.ts';
import { applicationNumberOf } from '../keys.ts';

/** What an item that names an application says of it. */
interface IndexEntry {
  number: number;
  /** The bytes of its answers: the only part of an application that may be large. */
  answerBytes: number;
}

/** The most bytes of answers that a page has: as much as a query reads at once. */
const PAGE_ANSWER_BYTES = 1_000_000;

/** The attributes of an item that names an application, besides its key; none where there are no answers. */
export const indexAttributes = ({ answerBytes }: Pick<IndexEntry, 'answerBytes'>): Item =>
  answerBytes > 0 ? { answerBytes } : {};

export const toIndexEntry = ({ SK, answerBytes = 0 }: Item): IndexEntry => ({
  number: applicationNumberOf({ SK }),
  answerBytes,
});

/** The first pointers, to as many applications as a page has; at least one, if there is one. */
export function takePage(
  pointers: readonly IndexEntry[],
  mostBytes = PAGE_ANSWER_BYTES,
): readonly IndexEntry[] {
  let bytes = 0;
  const end = pointers.findIndex(({ answerBytes }, index) => {
    bytes += answerBytes;
    return index >= APPLICATIONS_PER_PAGE || (index > 0 && bytes > mostBytes);
  });
  return end === -1 ? pointers : pointers.slice(0, end);
}
