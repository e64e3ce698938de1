import { createMailFunction } from '../mail/mail-function.ts';
import { defineNotices } from './notice-mail.ts';

const metrics = ['oldest', 'sent', 'postponed', 'failed', 'broken'];

/** Sends the notices about disabled webhooks (interface 14.8). One run processes the whole queue. */
export const handler = createMailFunction('sendNotices', metrics, defineNotices);
