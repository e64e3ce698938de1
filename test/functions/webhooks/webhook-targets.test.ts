import { expect, test } from '@jest/globals';
import { pathIds } from '../../setup/applications-in-table.ts';
import { sharedService } from '../../setup/shared-service.ts';

const service = sharedService();

test.each([
  ['http://127.0.0.1:8443/', 'url must begin with https://.'],
  ['https://127.0.0.1:8443/', 'url must not name a port: it is 443.'],
  ['https://2130706433/', 'url must name a host with a dot in it, such as example.com, not an address.'],
])(
  'a webhook with a forbidden URL is refused with the first rule that it violates: %s',
  async (url, message) => {
    const acme = await service.newEmployer();
    const { status, body } = await acme.post('/webhooks', { url });
    expect([status, body.errors]).toEqual([400, [{ pointer: '/url', code: 'not_allowed', message }]]);
    const { body: webhook } = await acme.post('/webhooks', { url: 'https://hooks.example.com/' });
    expect((await acme.put(`/webhooks/${webhook.id}`, { url })).body.errors).toEqual(body.errors);
  },
);

test('a test of a stored webhook is not sent when its URL is no longer allowed', async () => {
  const { acme, job } = await service.employerWithJob();
  const { webhook } = await pathIds(service.db, acme, job);
  const { body } = await acme.post(`/webhooks/${webhook}/test`, undefined);
  expect(body).toMatchObject({ status: null, error: 'url_not_allowed' });
});
