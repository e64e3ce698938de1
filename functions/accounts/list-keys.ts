import { operationHandler } from '../http/chain.ts';
import { keyRecord } from './domain/key-record.ts';
import { keyServicesFor } from './services.ts';

/** Interface 17.1. */
export const handler = operationHandler(
  'listKeys',
  keyServicesFor,
  async ({ account, author }, { keys }) => ({
    body: { data: (await keys.list(account.id)).map((key) => keyRecord(key, author)) },
  }),
);
