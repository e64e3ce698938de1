/** What a vendor does for many employers, and then the operator of the service for one of them. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createClient, verifyWebhook } from 'job-posting-client';

const { SERVICE_URL: url, SERVICE_FOLDER: cwd, EXPORT: to, PARTNER_KEY: apiKey, EMPLOYERS } = process.env;
let partner = createClient({ url, apiKey });

// One webhook follows the events of all employers.
const [news, complete] = [new Map(), Promise.withResolvers()];
for (let number = 1; number <= EMPLOYERS; number += 1) news.set(`C-${number}`, new Set());
const receiver = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray());
  const { type, employer, data } = await verifyWebhook(body, request.headers, secret);
  if (type === 'job.created') news.get(employer.referenceId).add(data.job.id);
  response.writeHead(204).end();
  if ([...news.values()].every((jobs) => jobs.size === 10)) complete.resolve();
}).listen(0);
await once(receiver, 'listening');
const { secret } = await partner.webhooks.create({ url: `http://127.0.0.1:${receiver.address().port}/` });

// Ten jobs for each employer, and a new key between them.
const employers = await Promise.all(
  [...news.keys()].map((referenceId) =>
    partner.employers.upsert({ referenceId, name: `Acme ${referenceId}` }),
  ),
);
const job = {
  title: 'Baker',
  description: '<p>Bake.</p>',
  locations: [{ description: 'Toronto, ON' }],
  categories: [{ id: 1 }],
  positionType: { id: 1 },
  applicantRoutingType: { id: 2 },
  applicationUrl: 'https://example.com/',
};
const post = ({ id }, referenceId) => partner.forEmployer(id).jobs.create({ ...job, referenceId });
for (let number = 1; number <= 10; number += 1) {
  const created = employers.map((employer) => post(employer, `R-${number}`));
  if (number === 5)
    partner = createClient({ url, apiKey: (await partner.keys.create({ label: 'New' })).key });
  await Promise.all(created);
}
for (const { id, current } of (await partner.keys.list()).data) if (!current) await partner.keys.delete(id);
await complete.promise;

// A program with a key that can do less follows the changes of one employer; started again, it goes on where it was.
const permissions = ['jobs:read', 'jobs:write', 'applications:read'];
const { key } = await partner.keys.create({ label: 'Sync', permissions });
const startSync = () => createClient({ url, apiKey: key }).forEmployer(employers[1].id);
const { data } = await startSync().jobs.list({ pageSize: 2 });
const { updatedAt: updatedSince } = await startSync().jobs.update(data[0].id, {
  description: '<p>Cook.</p>',
});
await startSync().jobs.update(data[1].id, { status: 'archived' });
const changed = (await startSync().jobs.list({ updatedSince, pageSize: 100 })).data.slice(-2);
const refused = await startSync()
  .webhooks.list()
  .catch(({ code }) => code);

// The employer leaves: it is exported and deleted.
const admin = (...terms) =>
  JSON.parse(execFileSync('node', ['bin/admin.ts', 'employer', ...terms, '--local'], { cwd }));
const [{ id, name }] = employers;
await partner.employers.update(id, { suspended: true });
const { holds } = admin('export', String(id), '--to', to);
const { deleted } = admin('delete', String(id), '--name', name);
let jobs = 0;
for await (const each of partner.employers.listAll())
  jobs += (await partner.forEmployer(each.id).jobs.list()).paging.total;
const { employers: remaining } = await partner.partner.get();
process.stdout.write(
  JSON.stringify({
    jobs,
    holds,
    deleted,
    left: remaining,
    refused,
    isFollowed: changed.every((each, index) => each.id === data[index].id),
  }),
);
receiver.close().closeAllConnections();
