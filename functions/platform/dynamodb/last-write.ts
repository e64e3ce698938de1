/**
 * Who changes something. Only keys have an id, a label if they were given one, and a partner if they are one's; only an
 * operator has a name, where it is known.
 */
export interface Author {
  type: 'key' | 'schedule' | 'operator' | 'candidate' | 'recruiter' | 'mail';
  id?: string;
  label?: string;
  name?: string;
  partner?: { id: number; name: string };
}

/** Who made the last write of an item, and when, in milliseconds since 1970. */
export type LastWrite = Author & { at: number };

export const writtenBy = (author: Author, at: Date): LastWrite => ({ ...author, at: at.getTime() });
