import { DELIVERY_SECONDS } from '../webhook.ts';
import { Event } from '../event.ts';
import { event } from '../operation-guide.ts';
import type { Components, Source } from './components.ts';
import type { OperationObject, Schema } from './document.ts';

/** The headers that sign a message (Standard Webhooks 1.0.0). */
const headers: Record<string, { description: string; schema: Schema }> = {
  'webhook-id': {
    description: 'The id of the message: the same in every attempt, and another one for each event.',
    schema: { type: 'string' },
  },
  'webhook-timestamp': {
    description: 'When the message was sent, in seconds since 1970.',
    schema: { type: 'integer', format: 'int64' },
  },
  'webhook-signature': {
    description:
      'One or more signatures, separated by spaces: `v1,` and the HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the body, joined by dots. The key is what follows `whsec_` in the secret, in base64.',
    schema: { type: 'string' },
  },
};

/** The request that a webhook gets. It is a callback, because openapi-generator writes invalid code for `webhooks`. */
export const callbacksOf = (components: Components): NonNullable<OperationObject['callbacks']> => ({
  event: {
    '{$request.body#/url}': {
      post: {
        operationId: 'receiveEvent',
        summary: 'Receive an event',
        description:
          'An event of yours as `GET /events` lists it, to the `url` of a webhook, one at a time and in order. Verify its signature, keep it, and respond. `POST /webhooks/{id}/test` sends one of the type `webhook.test`, with the id of your newest event, or 1, and a job that does not exist.',
        tags: ['Webhooks'],
        security: [],
        parameters: Object.entries(headers).map(([name, { description, schema }]) => ({
          name,
          in: 'header',
          description,
          required: true,
          schema,
        })),
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: components.use(Event as object as Source, 'answer'),
              example: event,
            },
          },
        },
        responses: {
          '2XX': { description: `You have the event. Respond within ${DELIVERY_SECONDS} seconds.` },
          '410': { description: 'You want no more events: the webhook is disabled.' },
          default: { description: 'The same event is sent again after a pause.' },
        },
      },
    },
  },
});
