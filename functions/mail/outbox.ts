import { open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { StoreUnavailable } from '../platform/errors.ts';
import { ifThere, writeAtomically } from '../platform/files/folder-files.ts';
import { MailFailure, mailKinds, type Mailer, type MailKind } from './mailer.ts';

const ENDING = '.eml';

/** How many bytes of a mail are read for its headers. */
const HEADER_BYTES = 8_192;

/** A mail in the outbox. */
export interface OutboxEntry {
  name: string;
  /** When the mail was written. */
  at: Date;
}

/** The file name of a mail in the outbox. */
export const mailName = (subjectId: string, kind: MailKind): string =>
  kind === 'application' ? subjectId : `${subjectId}_${kind}`;

/** A folder that stores mails instead of sending them, each in one file. A repeated mail replaces its file. */
export function outbox(folder: string) {
  const fileOf = (name: string) => {
    if (!/^\w+$/.test(name)) throw new RangeError('A mail name has letters, digits and underscores only.');
    return join(folder, `${name}${ENDING}`);
  };
  const names = async () => (await ifThere(readdir(folder))) ?? [];
  return {
    /** Writes a mail atomically. Throws StoreUnavailable when the disk is full. */
    put: (name: string, message: Uint8Array): Promise<void> => writeAtomically(fileOf(name), message),

    get: async (name: string): Promise<Uint8Array | undefined> => ifThere(readFile(fileOf(name))),

    /** Reads the beginning of a mail, which contains the headers. */
    headersOf: async (name: string): Promise<Uint8Array | undefined> => {
      await using file = await ifThere(open(fileOf(name)));
      const header = await file?.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
      return header?.buffer.subarray(0, header.bytesRead);
    },

    /** Deletes the mails of an application, and all drafts that a killed process left. */
    remove: async (applicationId: string): Promise<void> => {
      const files = mailKinds.map((kind) => basename(fileOf(mailName(applicationId, kind))));
      const present = (await names()).filter((name) => files.some((file) => name.startsWith(file)));
      for (const name of present) await rm(join(folder, name), { force: true });
    },

    /** Lists the mails, newest first. */
    list: async (): Promise<OutboxEntry[]> => {
      const reads = (await names())
        .filter((name) => name.endsWith(ENDING))
        .map(async (name) => {
          const { mtime } = await stat(join(folder, name));
          return { name: name.slice(0, -ENDING.length), at: mtime };
        });
      // A mail may be removed while the folder is read.
      const entries = (await Promise.allSettled(reads)).flatMap((entry) =>
        entry.status === 'fulfilled' ? entry.value : [],
      );
      return entries.toSorted((a, b) => b.at.getTime() - a.at.getTime());
    },
  };
}

/** A full disk is an account fault: it affects every mail. */
function toMailFailure(error: unknown): never {
  throw error instanceof StoreUnavailable
    ? new MailFailure('account', 'outbox_full', { cause: error })
    : error;
}

/** Stores every mail in a folder instead of sending it. */
export function outboxMailer(folder: string): Mailer {
  const { put, remove } = outbox(folder);
  return {
    perSecond: Infinity,
    send: ({ kind, subjectId, message }) => put(mailName(subjectId, kind), message).catch(toMailFailure),
    recall: remove,
  };
}
