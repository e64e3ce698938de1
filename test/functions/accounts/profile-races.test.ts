import { describe, expect, test } from '@jest/globals';
import { employerStore } from '../../../functions/accounts/store/employers.ts';
import { profileStore } from '../../../functions/accounts/store/profiles.ts';
import type { Database } from '../../../functions/platform/dynamodb/database.ts';
import { accountKeys } from '../../../functions/accounts/keys.ts';
import { sharedService } from '../../setup/shared-service.ts';

const service = sharedService();

/** A database that does other work just before its first transaction. */
function overtakenBy(work: () => Promise<unknown>): Database {
  let isOvertaken = false;
  return {
    ...service.db,
    sendWrite: async (send) => {
      if (!isOvertaken) {
        isOvertaken = true;
        await work();
      }
      return service.db.sendWrite(send);
    },
  };
}

const changes = { about: '<p>We bake.</p>', website: 'https://example.com', confirmation: false };

const suspendedAt = new Date('2026-06-01T12:00:00Z');

describe('a change of a profile', () => {
  test.each([
    [
      'a new name',
      { name: 'Initech' },
      (id: number) => employerStore(service.db).update(id, { name: 'Initech' }),
    ],
    [
      'a suspension',
      { suspendedAt: suspendedAt.toISOString() },
      (id: number) => employerStore(service.db).suspend(id, suspendedAt),
    ],
  ])('and %s at the same time are both stored, whichever is first', async (_, expected, change) => {
    for (const isProfileFirst of [true, false]) {
      const { employer } = await service.newEmployer();
      const { id } = employer;
      const changeProfile = (db: Database) =>
        profileStore(db).update(id, (profile) => ({ ...profile, ...changes }));
      if (isProfileFirst) {
        const db = overtakenBy(() => changeProfile(service.db));
        await ('name' in expected
          ? employerStore(db).update(id, expected)
          : employerStore(db).suspend(id, suspendedAt));
      } else await changeProfile(overtakenBy(() => change(id)));
      expect(await employerStore(service.db).get(id)).toMatchObject({ ...employer, ...expected });
      expect(await profileStore(service.db).get(id)).toMatchObject(changes);
    }
  });

  test('is validated again when a concurrent change is first, and does not undo the first change', async () => {
    const { employer } = await service.newEmployer();
    const seen: (string | null)[] = [];
    const db = overtakenBy(() =>
      profileStore(service.db).update(employer.id, (profile) => ({ ...profile, about: '<p>First.</p>' })),
    );
    await profileStore(db).update(employer.id, (profile) => {
      seen.push(profile.about);
      return { ...profile, website: 'https://second.example' };
    });
    expect(seen).toEqual([null, '<p>First.</p>']);
    expect(await profileStore(service.db).get(employer.id)).toMatchObject({
      about: '<p>First.</p>',
      website: 'https://second.example',
    });
  });

  test('stores only fields that differ from the defaults, and no profile when every field has its default', async () => {
    const { employer } = await service.newEmployer();
    const items = () =>
      service.db.batchGet([accountKeys.employer(employer.id), accountKeys.about(employer.id)], {
        ConsistentRead: true,
      });
    const [before] = await items();
    await profileStore(service.db).update(employer.id, (profile) => ({ ...profile, ...changes }));
    const { about, ...profile } = changes;
    expect(await items()).toEqual(
      expect.arrayContaining([
        { ...before, version: 2, profile, aboutVersion: 2 },
        { ...accountKeys.about(employer.id), about, version: 2 },
      ]),
    );
    const defaults = { about: null, website: null, confirmation: true };
    await profileStore(service.db).update(employer.id, (current) => ({ ...current, ...defaults }));
    expect(await items()).toEqual([{ ...before, version: 3 }]);
  });

  test('writes no item when it changes no field', async () => {
    const { employer } = await service.newEmployer();
    const db = overtakenBy(() => Promise.reject(new Error('It wrote.')));
    await profileStore(db).update(employer.id, (profile) => profile);
  });
});

test('a read during a change of the profile is repeated, and returns one consistent version', async () => {
  const { employer } = await service.newEmployer();
  const change = (about: string) =>
    profileStore(service.db).update(employer.id, (profile) => ({
      ...profile,
      about,
      website: `https://${about}.example`,
    }));
  await change('first');
  for (const [early, about] of [
    [accountKeys.employer(employer.id), 'second'],
    [accountKeys.about(employer.id), 'third'],
  ] as const) {
    // The first item is read before the change, the second item after the change.
    const read = Promise.withResolvers<undefined>();
    const changed = read.promise.then(() => change(about));
    const db: Database = {
      ...service.db,
      get: async (input) => {
        if (input.Key?.['SK'] !== early.SK) await changed;
        const item = await service.db.get(input);
        if (input.Key?.['SK'] === early.SK) read.resolve(undefined);
        return item;
      },
    };
    expect(await profileStore(db).get(employer.id)).toMatchObject({
      about,
      website: `https://${about}.example`,
    });
  }
});
