import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { aJob } from '../../setup/a-job.ts';
import { setClock } from '../../setup/clock.ts';
import { jobsInMemory } from '../../setup/jobs-in-memory.ts';
import { startService } from '../../setup/service.ts';

const service = await startService();

const at = (...descriptions: string[]) =>
  aJob({ locations: descriptions.map((description) => ({ description })) });

const post = async (...descriptions: string[]) =>
  (await service.newEmployer()).post('/jobs', at(...descriptions));

/** Ids assigned at run time begin here (reference data, "Ids"). */
const FIRST_RUNTIME_ID = 100_001;

/** Places without a fixed id, so rare that no other suite registers them first. Each is used by one test. */
const unregistered = readFileSync(
  new URL('../../../schemas/reference-data/places.tsv', import.meta.url),
  'utf8',
)
  .split('\n')
  .map((line) => line.split('\t'))
  .filter(([, , mark, , name]) => mark === '-' && (name?.length ?? 0) > 14)
  .map(([, province, , , name]) => ({ name: name ?? '', description: `${name}, ${province}` }))
  .filter(({ name }, index, all) => all.findIndex((each) => each.name.includes(name)) === index);

let count = 0;
function aNewPlace() {
  const place = unregistered[count];
  count += 1;
  if (!place) throw new Error('The gazetteer has no more places without an id.');
  return place;
}

describe('a valid city that is not in the list of locations', () => {
  test('201s with a new id, which is the same for every employer', async () => {
    const { name, description } = aNewPlace();
    const response = await post(description);
    expect(response.status).toBe(201);
    const [location] = response.body.locations;
    expect(location).toEqual({ id: expect.any(Number), name, description, type: 'Town' });
    expect(location.id).toBeGreaterThanOrEqual(FIRST_RUNTIME_ID);
    const second = await post(description.toUpperCase().replace(', ', ' , '));
    expect(second.body.locations).toEqual([location]);
  });

  test('appears at GET /locations/{id} and in GET /locations?q= within a minute', async () => {
    const { name, description } = aNewPlace();
    const find = async () => {
      const { body } = await service.anyone.get(`/locations?q=${encodeURIComponent(name)}`);
      return body.data.filter((each: { description: string }) => each.description === description);
    };
    expect(await find()).toEqual([]);
    const [location] = (await post(description)).body.locations;
    setClock(Date.now() + 60_000);
    expect(await find()).toEqual([location]);
    const response = await service.anyone.get(`/locations/${location.id}`);
    expect([response.status, response.body]).toEqual([200, location]);
  });

  test('gets a single id when 21 jobs of three employers name it for the first time concurrently', async () => {
    const { description } = aNewPlace();
    const employers = await Promise.all([1, 2, 3].map(() => service.newEmployer()));
    const replies = await Promise.all(
      employers.flatMap(({ post: postAs }) =>
        Array.from({ length: 7 }, () => postAs('/jobs', at(description))),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
    expect(new Set(replies.map(({ body }) => body.locations[0].id)).size).toBe(1);
  });

  test('gets an id that differs from the ids of three other cities named at the same time', async () => {
    const places = [aNewPlace(), aNewPlace(), aNewPlace()];
    const replies = await Promise.all(places.map(({ description }) => post(description)));
    expect(new Set(replies.map(({ body }) => body.locations[0].id)).size).toBe(3);
    const response = await post(...places.map(({ description }) => description));
    expect(response.body.locations).toEqual(replies.map(({ body }) => body.locations[0]));
  });

  test('is not registered by a rejected request', async () => {
    const { name, description } = aNewPlace();
    const acme = await service.newEmployer();
    const refused = await acme.post('/jobs', { ...at(description), title: '' });
    expect(refused.status).toBe(400);
    expect((await acme.post('/jobs', { ...at(description, 'Gotham') })).status).toBe(400);
    const { body } = await service.anyone.get(`/locations?q=${encodeURIComponent(name)}`);
    expect(body.data.filter((each: { description: string }) => each.description === description)).toEqual([]);
  });

  test('gets an id in an update, and keeps the id when a GET result is put back or posted as a copy', async () => {
    const acme = await service.newEmployer();
    const { body: job } = await acme.post('/jobs', at('Vancouver'));
    const { body: updated, text } = await acme.put(`/jobs/${job.id}`, at(aNewPlace().description));
    expect((await acme.put(`/jobs/${job.id}`, text)).text).toBe(text);
    expect((await acme.post('/jobs', text)).body.locations).toEqual(updated.locations);
  });

  test('does not change how a name without a province is resolved', async () => {
    // An id must not make Lincoln, NB compete with Lincoln, ON.
    const before = (await post('Lincoln')).body.locations;
    expect(before[0].description).toBe('Lincoln, ON');
    expect((await post('Lincoln, NB')).body.locations[0].id).toBeGreaterThanOrEqual(FIRST_RUNTIME_ID);
    expect((await post('Lincoln')).body.locations).toEqual(before);
  });
});

const remote = (...descriptions: string[]) => ({ ...at(...descriptions), workplace: 'remote' });
const refused = (pointer: string, given: string) => ({
  pointer,
  code: 'location_not_found',
  message: `'${given}' is not a city. Only a job with "workplace": "remote" may name a province, a territory or Canada.`,
});

describe('a province as a location', () => {
  const ontario = { id: 90009, name: 'Ontario', description: 'Ontario', type: 'Province' };
  const canada = { id: 90000, name: 'Canada', description: 'Canada', type: 'Country' };
  const quebec = { id: 90011, name: 'Quebec', description: 'QC', type: 'Province' };
  test('is listed once for remote work, and is the same when the job is put back or copied', async () => {
    const acme = jobsInMemory();
    const { status, body, text } = await acme.post('/jobs', remote('ON', 'Ontario, Canada', 'PQ'));
    expect([status, body.locations]).toEqual([201, [ontario, quebec]]);
    expect((await acme.put(`/jobs/${body.id}`, text)).text).toBe(text);
    expect((await acme.post('/jobs', text)).body.locations).toEqual(body.locations);
    const { body: other } = await acme.put(`/jobs/${body.id}`, {
      locations: at('Canada', 'Quebec').locations,
    });
    expect(other.locations).toEqual([
      canada,
      { id: 11, name: 'Québec', description: 'Québec, QC', type: 'Town' },
    ]);
  });

  test.each([null, 'on-site', 'hybrid'])('400s at its pointer when workplace is %j', async (workplace) => {
    const job = { ...at('Toronto', 'Toronto, ON', ' ontario '), workplace };
    const { status, body } = await jobsInMemory().post('/jobs', job);
    expect([status, body.errors]).toEqual([400, [refused('/locations/2/description', 'ontario')]]);
  });

  test('400s for an update that ends remote work until it also replaces the provinces', async () => {
    const acme = jobsInMemory();
    const { body: job } = await acme.post('/jobs', remote('Toronto', 'Ontario'));
    const path = `/jobs/${job.id}`;
    const { status, body } = await acme.put(path, { workplace: 'hybrid' });
    expect([status, body.errors]).toEqual([400, [refused('/locations/1/description', 'Ontario')]]);
    const corrected = await acme.put(path, { workplace: 'hybrid', locations: at('Toronto').locations });
    expect(corrected.status).toBe(200);
    const secondUpdate = await acme.put(path, { locations: at('Canada').locations });
    expect(secondUpdate.body.errors).toEqual([refused('/locations/0/description', 'Canada')]);
  });
});
