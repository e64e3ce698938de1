import { APPLICATIONS_PER_PAGE } from '../../../schemas/application-limits.ts';
import type { Item } from '../../platform/dynamodb/database.ts';
import { applicationNumberOf } from '../keys.ts';

/** The part of an application that its index items have. */
interface IndexEntry {
  number: number;
  /** The size of its answers in bytes: the only part of an application that may be large. */
  answerBytes: number;
}

/** The maximum size of the answers in a page in bytes: as much as one query reads. */
const PAGE_ANSWER_BYTES = 1_000_000;

/** The attributes of an index item besides its key; none without answers. */
export const indexAttributes = ({ answerBytes }: Pick<IndexEntry, 'answerBytes'>): Item =>
  answerBytes > 0 ? { answerBytes } : {};

export const toIndexEntry = ({ SK, answerBytes = 0 }: Item): IndexEntry => ({
  number: applicationNumberOf({ SK }),
  answerBytes,
});

/** Takes the first pointers, as many as fit on a page; at least one, if there is one. */
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
