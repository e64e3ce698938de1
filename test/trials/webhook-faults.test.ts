import { afterAll, expect, test } from '@jest/globals';
import { createDocumentClient } from '../../functions/platform/document-client.ts';
import { callWebhook } from '../../functions/webhooks/delivery/call-webhook.ts';
import { clientOf, crashAtEachCall } from '../model/crashing-client.ts';
import { ownTable } from '../setup/own-table.ts';
import { startReceiver } from '../setup/webhook-receiver.ts';
import { anEvent, logInMemory, webhookRuns } from '../setup/webhook-run.ts';

await ownTable();
const client = createDocumentClient();
const receiver = await startReceiver();
afterAll(async () => {
  await receiver.close();
  client.destroy();
});
const AFTER_LEASE = 3 * 60_000;
const EVENTS = 4;
const all = Array.from({ length: EVENTS }, (_, index) => index + 1);

let lastEmployer = 0;

/** Makes the second event fail once, so that the webhook waits for a retry. */
function failOnce() {
  let isFirst = true;
  receiver.become((response) => {
    const fails = isFirst && receiver.events().at(-1) === 2;
    if (fails) isFirst = false;
    response.writeHead(fails ? 500 : 204).end();
  });
}

test.each(['schedule', 'wake-up'])(
  'a webhook sender in a run by the %s that crashes after any call to the table or the receiver repeats at most one event, skips none and keeps the order',
  async (caller) => {
    const isWakeUp = caller === 'wake-up';
    const crashes = await crashAtEachCall(async (sender) => {
      receiver.received.length = 0;
      failOnce();
      lastEmployer += 1;
      const log = logInMemory();
      const { create, run, wakeUp, schedule, clock, read } = webhookRuns(client, log);
      const webhook = await create(lastEmployer, receiver.url, isWakeUp ? { dueAt: null } : {});
      log.append(...all.map((id) => anEvent(id)));
      const start = (by = client) => (isWakeUp ? wakeUp(lastEmployer, { by }) : schedule({ by }));
      const call = sender.calling(callWebhook('any'));
      await run({ ...start(clientOf(sender, client)), call }).catch(() => undefined);
      // Lambda repeats a failed call with the same records.
      if (sender.hasCrashed() && isWakeUp) await run(start());
      for (let round = 0; round < 5; round += 1) {
        clock.pass(AFTER_LEASE);
        await run(schedule());
      }
      expect(await read(webhook)).toMatchObject({ cursor: EVENTS, dueAt: null, leaseUntil: null });
      const ids = receiver.events();
      expect(ids.filter((id, index) => id !== ids[index - 1])).toEqual(all);
      // One event failed once, and one more is repeated if its record was lost.
      expect(ids.length).toBeLessThanOrEqual(EVENTS + 2);
    });
    expect(crashes).toBeGreaterThanOrEqual(7);
  },
);
