import { employerFrom, profileAttribute, profileFrom } from './employer-item.ts';
import {
  type Database,
  type Item,
  type Key,
  marshallKeys,
  unmarshallItem,
} from '../../platform/dynamodb/database.ts';
import { toLostRace, withWriteNames } from '../../platform/dynamodb/failures.ts';
import { updateOf, isUnchanged, transact } from '../../platform/dynamodb/writes.ts';
import { accountKeys } from '../keys.ts';
import type { LastWrite } from '../../platform/dynamodb/last-write.ts';
import { languages } from '../../../schemas/languages.ts';
import { toTranslations, type Profile, type EmployerProfile } from '../domain/profile.ts';
import { TransactGetItemsCommand } from '@aws-sdk/client-dynamodb';

/**
 * Reads a consistent snapshot of items, in the order of their keys, with undefined for absent ones. It costs twice as
 * much as strong reads. It is not in `database.ts`, so that bundles of other functions do not contain its command.
 */
async function getSnapshot(db: Database, keys: readonly Key[]): Promise<(Item | undefined)[]> {
  const command = new TransactGetItemsCommand({
    ReturnConsumedCapacity: 'TOTAL',
    TransactItems: marshallKeys(keys).map((Key) => ({ Get: { TableName: db.tableName, Key } })),
  });
  // While a transaction writes one of the items, DynamoDB cancels this read.
  const naming = withWriteNames(keys.map(({ SK }) => SK));
  const { Responses = [] } = await db.sendRead((client) => client.send(command).catch(naming));
  return Responses.map(({ Item }) => Item && unmarshallItem(Item));
}

/** The two items of a profile: the employer's own item, and the item with `about`. */
interface StoredProfile {
  employer: Item;
  about: Item | undefined;
}

function profileOf({ employer, about }: StoredProfile): EmployerProfile {
  const profile = profileFrom(employer);
  const { translations } = profile;
  const translated = languages.map((language) => [
    language,
    { ...translations?.[language], about: about?.['translations']?.[language] },
  ]);
  return {
    ...profile,
    name: employerFrom(employer).name,
    about: about?.['about'] ?? null,
    translations: toTranslations(Object.fromEntries(translated)),
  };
}

/** The attributes of the item with `about` in all languages; null when every `about` is empty. */
function aboutAttributes({ about, translations }: EmployerProfile) {
  const texts = Object.entries(translations ?? {}).flatMap(([language, each]) =>
    each?.about ? [[language, each.about]] : [],
  );
  const attributes = {
    ...(about !== null && { about }),
    ...(texts.length > 0 && { translations: Object.fromEntries(texts) }),
  };
  return Object.keys(attributes).length > 0 ? attributes : null;
}

/** The translations in the employer's own item. They omit `about`, because many requests read this item. */
const shortTranslations = ({ translations }: Profile) =>
  toTranslations(
    Object.fromEntries(
      Object.entries(translations ?? {}).map(([language, each]) => [language, { ...each, about: undefined }]),
    ),
  );

/** Reads and changes the profiles of employers (guide: public-pages 10). */
export function profileStore(db: Database) {
  /** Reads both items of a profile in the same version. Comparing versions costs half as much as a transaction. */
  async function read(employerId: number): Promise<StoredProfile> {
    const keys = [accountKeys.employer(employerId), accountKeys.about(employerId)] as const;
    let [employer, about] = await Promise.all(keys.map((Key) => db.get({ Key, ConsistentRead: true })));
    if (employer?.['aboutVersion'] !== about?.['version']) [employer, about] = await getSnapshot(db, keys);
    if (!employer) throw new Error(`Employer ${employerId} has an API key, but no item.`);
    return { employer, about };
  }

  return {
    get: async (employerId: number): Promise<EmployerProfile> => profileOf(await read(employerId)),

    /**
     * Changes a profile by `amend`, which may refuse: both items or neither, on condition that the employer did not
     * change in between. Of the other attributes, only `by`, the author, changes.
     */
    update: (
      employerId: number,
      amend: (profile: EmployerProfile) => EmployerProfile,
      by?: LastWrite,
    ): Promise<EmployerProfile> =>
      db.retryUntilDefinite(async () => {
        const stored = await read(employerId);
        const current = profileOf(stored);
        const amended = amend(current);
        const { name: _, about: __, ...rest } = amended;
        const profile = { ...rest, translations: shortTranslations(rest) };
        const about = aboutAttributes(amended);
        const version = stored.employer['version'] + 1;
        const isSameAbout = isUnchanged(aboutAttributes(current) ?? {}, about ?? {});
        if (isSameAbout && isUnchanged(profileFrom(stored.employer), profile)) return current;
        const employer = updateOf(stored.employer, {
          ...stored.employer,
          profile: profileAttribute(profile),
          version,
          by,
          ...(!isSameAbout && { aboutVersion: about === null ? undefined : version }),
        });
        const Key = accountKeys.about(employerId);
        const other = about === null ? { Delete: { Key } } : { Put: { Item: { ...Key, ...about, version } } };
        await transact(db, {
          employer: { Update: employer },
          about: isSameAbout ? undefined : other,
        }).catch(toLostRace('employer'));
        return { ...amended, name: current.name };
      }),
  };
}
