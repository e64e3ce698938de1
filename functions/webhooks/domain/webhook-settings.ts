import type { Violation } from '../../../schemas/problem.ts';
import { refuseViolations, requireValid, type Submission } from '../../validation/submission.ts';
import type { WebhookUpdate } from '../../../schemas/webhook.ts';
import type { WebhookChanges } from './webhook.ts';

/** The hosts that webhooks may call: those with public addresses, or any. */
export type Targets = 'public' | 'any';

/** A host name with a dot, whose last label is not a number. `URL` writes every IPv4 address as numbers. */
const publicName = /^(?:[a-z\d_](?:[a-z\d_-]*[a-z\d_])?\.)+(?:[a-z][a-z\d-]*[a-z\d])$/;

/** The rules for the URL of a webhook, each with the end of the sentence "url must ...". */
const rules: readonly { isKept: (url: URL) => boolean; rule: string }[] = [
  { isKept: ({ protocol }) => protocol === 'https:', rule: 'begin with https://' },
  { isKept: ({ port }) => port === '', rule: 'not name a port: it is 443' },
  {
    isKept: ({ hostname }) => publicName.test(hostname),
    rule: 'name a host with a dot in it, such as example.com, not an address',
  },
];

/** The rule that a webhook's URL violates; undefined when the URL may be called. */
export function targetViolation(url: string, targets: Targets): Violation | undefined {
  const parsed = URL.parse(url);
  if (targets === 'any' || !parsed) return undefined;
  const broken = rules.find(({ isKept }) => !isKept(parsed));
  return broken && { pointer: '/url', code: 'not_allowed', message: `url must ${broken.rule}.` };
}

/** Parses the settings of a webhook. Throws Refusal `validation_failed`. */
export function parseSettings<Fields extends { url?: string }>(
  submission: Submission<Fields>,
  targets: Targets,
): Fields {
  const { url } = submission.fields as Fields;
  const violation = url === undefined ? undefined : targetViolation(url, targets);
  requireValid(submission, violation ? [violation] : []);
  return submission.fields as Fields;
}

/** Parses the changes of a webhook. Throws Refusal `validation_failed`. */
export function parseChanges(submission: Submission<WebhookUpdate>, targets: Targets): WebhookChanges {
  const { cursor, ...settings } = parseSettings(submission, targets);
  return { ...settings, ...(typeof cursor === 'number' && { cursor }) };
}

/** Refuses a cursor after the last event. Throws Refusal `validation_failed`. */
export function requireCursor(cursor: number, last: number): void {
  if (cursor <= last) return;
  const message = `cursor must be at most ${last}, the id of the last event.`;
  refuseViolations([{ pointer: '/cursor', code: 'too_large', message }]);
}

/** Refuses a cursor other than 0, the beginning of the logs, for a partner's webhook. Throws Refusal `validation_failed`. */
export function requireBeginning(cursor: number | undefined): void {
  if (cursor === undefined || cursor === 0) return;
  const message =
    'cursor must be 0: there is one for each employer, and 0 sends all that is kept of each again.';
  refuseViolations([{ pointer: '/cursor', code: 'not_allowed', message }]);
}
