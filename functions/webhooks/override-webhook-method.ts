import { operationHandler } from '../http/chain.ts';
import { handler as deleteWebhook } from './delete-webhook.ts';
import { webhookWritesFor } from './services.ts';
import { handler as updateWebhook } from './update-webhook.ts';

/** Interface 5.6: POST on a webhook only serves the method override; without one it is rejected before this handler. */
export const handler = operationHandler('overrideWebhookMethod', webhookWritesFor, () => ({}), {
  PUT: updateWebhook,
  DELETE: deleteWebhook,
});
