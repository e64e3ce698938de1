import { afterAll, afterEach, expect, test } from '@jest/globals';
import { createDocumentClient } from '../../functions/platform/document-client.ts';
import { callWebhook } from '../../functions/webhooks/delivery/call-webhook.ts';
import { clientOf, crashingProcess } from '../model/crashing-client.ts';
import { ownTable } from '../setup/own-table.ts';
import { startReceiver, type Receiver } from '../setup/webhook-receiver.ts';
import { anEvent, logInMemory, webhookRuns } from '../setup/webhook-run.ts';

await ownTable();
const client = createDocumentClient();
const receiver: Receiver = await startReceiver();
afterAll(async () => {
  await receiver.close();
  client.destroy();
});
afterEach(() => {
  receiver.received.length = 0;
  receiver.become((response) => response.writeHead(204).end());
});

const AFTER_LEASE = 3 * 60_000;
const EVENTS = 4;
const all = Array.from({ length: EVENTS }, (_, index) => index + 1);

let lastEmployer = 0;

async function fourEvents(isIdle = false) {
  lastEmployer += 1;
  const log = logInMemory();
  const runs = webhookRuns(client, log);
  const webhook = await runs.create(lastEmployer, receiver.url, isIdle ? { dueAt: null } : {});
  log.append(...all.map((id) => anEvent(id)));
  return { runs, webhook };
}

/** Repeats runs until all events are delivered. */
async function finish({ runs, webhook }: Awaited<ReturnType<typeof fourEvents>>) {
  for (let round = 0; round < 5; round += 1) {
    runs.clock.pass(AFTER_LEASE);
    await runs.run(runs.schedule());
  }
  expect(await runs.read(webhook)).toMatchObject({ cursor: EVENTS, dueAt: null, leaseUntil: null });
}

/** Received event ids in order, without repeats in a row. */
const distinct = (ids: readonly number[]) => ids.filter((id, index) => id !== ids[index - 1]);

/** Makes the second event fail once, so that the webhook waits for a retry. */
function failOnce() {
  let isFirst = true;
  receiver.become((response) => {
    const fails = isFirst && receiver.events().at(-1) === 2;
    if (fails) isFirst = false;
    response.writeHead(fails ? 500 : 204).end();
  });
}

// A crash before a call leaves the same as one after the call before it.
test.each(['schedule', 'wake-up'])(
  'a webhook sender in a run by the %s that crashes after any call to the table or the receiver repeats at most one event, skips none and keeps the order',
  async (caller) => {
    let hasDied = true;
    let calls = 0;
    while (hasDied) {
      calls += 1;
      receiver.received.length = 0;
      failOnce();
      const trial = await fourEvents(caller === 'wake-up');
      const { runs } = trial;
      const start = (by = client) =>
        caller === 'wake-up' ? runs.wakeUp(lastEmployer, { by }) : runs.schedule({ by });
      const sender = crashingProcess({ calls, arrives: true });
      const call = sender.calling(callWebhook('any'));
      await runs.run({ ...start(clientOf(sender, client)), call }).catch(() => undefined);
      hasDied = sender.hasCrashed();
      // Lambda repeats a failed call with the same records.
      if (hasDied && caller === 'wake-up') await runs.run(start());
      await finish(trial);
      expect([calls, distinct(receiver.events())]).toEqual([calls, all]);
      // One event failed once, and one more is repeated if its record was lost.
      expect(receiver.received.length).toBeLessThanOrEqual(EVENTS + 2);
    }
    expect(calls).toBeGreaterThanOrEqual(8);
  },
);
