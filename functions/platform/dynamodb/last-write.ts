/**
 * The author of a change. Only keys have an id, a label and a partner; only an operator has a name, when it is known.
 */
export interface Author {
  type: 'key' | 'schedule' | 'operator' | 'candidate' | 'recruiter' | 'mail';
  id?: string;
  label?: string;
  name?: string;
  partner?: { id: number; name: string };
}

/** The author of an item's last write, and its time in milliseconds since 1970. */
export type LastWrite = Author & { at: number };

export const writtenBy = (author: Author, at: Date): LastWrite => ({ ...author, at: at.getTime() });
