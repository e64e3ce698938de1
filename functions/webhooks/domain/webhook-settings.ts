import { refuseViolations, requireValid, type Submission } from '../../validation/submission.ts';
import type { WebhookUpdate } from '../../../schemas/webhook.ts';
import type { WebhookChanges } from './webhook.ts';
import { targetViolation, type Targets } from './target.ts';

/** What was sent of a webhook. Throws Refusal `validation_failed`. */
export function settingsIn<Fields extends { url?: string }>(
  submission: Submission<Fields>,
  targets: Targets,
): Fields {
  const { url } = submission.fields as Fields;
  const violation = url === undefined ? undefined : targetViolation(url, targets);
  requireValid(submission, violation ? [violation] : []);
  return submission.fields as Fields;
}

/** What was sent to change a webhook. Throws Refusal `validation_failed`. */
export function changesIn(submission: Submission<WebhookUpdate>, targets: Targets): WebhookChanges {
  const { cursor, ...settings } = settingsIn(submission, targets);
  return { ...settings, ...(typeof cursor === 'number' && { cursor }) };
}

/** Refuses a cursor after the last event. Throws Refusal `validation_failed`. */
export function requireCursor(cursor: number, last: number): void {
  if (cursor <= last) return;
  const message = `cursor must be at most ${last}, the id of the last event.`;
  refuseViolations([{ pointer: '/cursor', code: 'too_large', message }]);
}
