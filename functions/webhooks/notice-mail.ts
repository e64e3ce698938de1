import { noticeWords } from '../../pages/mail/mail-words.ts';
import { part } from '../../pages/mail/mail-body.ts';
import { timestampFormat } from '../../pages/public/formats.ts';
import type { Language } from '../../schemas/languages.ts';
import { accountKeys } from '../accounts/keys.ts';
import { responsibleAccount } from '../accounts/domain/employer.ts';
import { employerFrom, profileFrom } from '../accounts/store/employer-item.ts';
import { causedLimits, dailyCounts, type CausedMail } from '../mail/daily-limits.ts';
import { MailFailure, retryForWeek } from '../mail/mailer.ts';
import { changeItem, mailQueue, type MailQueue } from '../mail/mail-queue.ts';
import type { MailDefinition } from '../mail/mail-run.ts';
import type { Mail } from '../mail/message.ts';
import { mailName, setting } from '../platform/config.ts';
import type { Database } from '../platform/dynamodb/database.ts';
import type { Webhook } from './domain/webhook.ts';
import { noticePartition } from './keys.ts';
import { noNotice, webhookFrom } from './store/webhook-item.ts';

/** The notice to the owner of a disabled webhook. */
interface Notice extends CausedMail {
  employerId: number;
  webhook: Webhook;
  language: Language;
  test?: true;
}

interface NoticeOptions {
  timeZone: string;
  serviceName: string;
}

/** Writes the mail to the owner of a disabled webhook: since when, why, and how to resume it. */
function noticeMail(
  { webhook, language }: Pick<Notice, 'webhook' | 'language'>,
  since: Date,
  { timeZone, serviceName }: NoticeOptions,
): Mail {
  const { employerId, id, url, reason, attempts } = webhook;
  const labels = noticeWords[language];
  const last = attempts.at(-1);
  const response = last?.status ?? last?.error ?? null;
  return {
    reference: `${employerId}.${id}.${since.getTime()}.webhook`,
    sender: serviceName,
    subject: labels.subject,
    body: {
      language,
      news: labels.news,
      subject: url,
      facts: [
        { name: labels.reason, value: labels.reasons[reason ?? 'failed'] },
        ...(response === null ? [] : [{ name: labels.response, value: String(response) }]),
        { name: labels.since, value: timestampFormat(language, timeZone).format(since) },
      ],
      parts: [part('paragraph', labels.resume(`PUT /webhooks/${id}`, '{"status": "active"}'))],
    },
    attachments: [],
  };
}

/** The queue of disabled webhooks whose owners must be notified. Resuming a webhook takes it out. */
function noticeQueue(db: Database): MailQueue<Notice> {
  const change = changeItem(db);
  return mailQueue(db, {
    partitions: [noticePartition],
    load: async (item, at) => {
      const webhook = webhookFrom(item);
      const { employerId } = webhook;
      const account = await db.get({ Key: accountKeys.employer(employerId) });
      const { contactEmail: to, language } = profileFrom(account ?? {});
      if (!account || to === null) return undefined;
      const employer = employerFrom(account);
      const { test, suspendedAt } = employer;
      if (suspendedAt !== null) return undefined;
      const { queuedAt, attempts } = webhook.notice ?? { queuedAt: at.toISOString(), attempts: 0 };
      return {
        subject: {
          employerId,
          account: responsibleAccount(employer),
          webhook,
          to,
          language,
          ...(test && { test }),
        },
        queuedAt,
        attempts,
      };
    },
    discard: (entry, at) => change(entry, noNotice, at),
    whenPostponed: ({ attempts }, { queuedAt }) => ({ notice: { queuedAt, attempts } }),
    settle: async ({ entry }, _outcome, at) => ((await change(entry, noNotice, at)) ? 'recorded' : 'changed'),
  });
}

/** The mails that notify the owners of disabled webhooks. */
export function defineNotices(db: Database): MailDefinition<Notice> {
  const count = dailyCounts(db);
  const options = { timeZone: setting('TIME_ZONE'), serviceName: mailName() };
  return {
    kind: 'webhook',
    queue: noticeQueue(db),
    // Mail to employers about applications goes first.
    rateShare: 0.1,
    idOf: async ({ employerId, webhook }) => `${employerId}_${webhook.id}`,
    // No request causes a notice that could be refused. Of each webhook at most one waits.
    compose: async ({ subject, queuedAt }, _id, now) => {
      const ofWebhook = { key: [`webhook ${subject.employerId} ${subject.webhook.id}`], max: 1 };
      if (!(await count([ofWebhook, ...causedLimits(subject)], now)))
        throw new MailFailure('passing', 'enough_today');
      return { to: subject.to, mail: noticeMail(subject, new Date(queuedAt), options) };
    },
    retry: retryForWeek,
  };
}
