import type { AfterFailure } from './mail-attempts.ts';

/** An application's entry in the queue of mail. */
export interface DueMail {
  employerId: number;
  number: number;
  dueAt: Date;
  /** Where in the queue it was found. */
  order: string;
}

/** What a mail is about, for one sender alone until its lease ends. */
export interface LeasedMail<About> {
  about: About;
  /** Where in the queue it is for as long as the lease lasts. */
  order: string;
  /** When its mail was queued (ISO 8601). */
  queuedAt: string;
  /** How many attempts to send that mail have failed. */
  attempts: number;
}

/** Whether a change was made; if not, whether the application has changed since, or was erased. */
export type Recorded = 'recorded' | 'moved' | 'gone';

/** The queue of mail, for senders that may overlap and break off anywhere. */
export interface MailQueue<About, Due = DueMail> {
  /** The entries due at a time, longest due first. */
  due: (at: Date) => AsyncGenerator<Due>;
  /** Takes an entry for this sender alone; undefined when another sender was first, or the application is gone. */
  lease: (due: Due, at: Date) => Promise<LeasedMail<About> | undefined>;
  /** Records that the mail was sent. */
  sent: (leased: LeasedMail<About>, at: Date) => Promise<Recorded>;
  /** Records that an attempt failed, and why. */
  notSent: (leased: LeasedMail<About>, after: AfterFailure, code: string, at: Date) => Promise<Recorded>;
}
