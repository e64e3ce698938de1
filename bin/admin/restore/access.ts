import { employerIdOf, isUsable, type ApiKey } from '../../../functions/accounts/domain/api-key.ts';
import { apiKeyStore, hashesOf } from '../../../functions/accounts/store/api-keys.ts';
import type { Database, Key } from '../../../functions/platform/dynamodb/database.ts';
import { employerStore } from '../../../functions/accounts/store/employers.ts';
import { tableKeys } from '../../../functions/platform/dynamodb/table.ts';
import { accountKeys } from '../../../functions/accounts/keys.ts';
import type { Connection } from '../connection.ts';
import { operatorLog } from '../operator-log.ts';
import type { Progress } from '../progress.ts';
import { eachEmployer } from './each-employer.ts';

/** The differences in access between the two tables: ids of keys and of employers. */
export interface Access {
  keysEnded: string[];
  keysAdded: string[];
  employersAdded: number[];
  employersSuspended: number[];
  /** Employers that were deleted after the restored time: the operator must delete each again. */
  employersDeleted: number[];
}

async function copyItem(from: Database, to: Database, Key: Key): Promise<void> {
  const Item = await from.get({ Key, ConsistentRead: true });
  if (Item) await to.put({ Item });
}

/** All keys and accounts of a table. */
async function readAccess({ open }: Connection, progress: Progress) {
  const employers = await employerStore(open()).accounts();
  const keys = new Map<string, ApiKey>();
  await eachEmployer(employers, { what: 'Reading keys', progress }, async ({ id }) => {
    for (const key of await apiKeyStore(open()).list(id)) keys.set(key.id, key);
  });
  return { employers: new Map(employers.map((each) => [each.id, each])), keys };
}

/**
 * Copies the accounts with their profiles, keys and the signing secret from the table in use to a restored table, so
 * that later revocations, suspensions and new keys are kept. Revokes keys that only the restored table has.
 */
export async function takeOverAccess(
  inUse: Connection,
  restored: Connection,
  { now, progress }: { now: Date; progress: Progress },
): Promise<Access> {
  const [former, current] = [await readAccess(restored, progress), await readAccess(inUse, progress)];
  const ownKeys = Map.groupBy(current.keys.keys(), (id) => employerIdOf(id));
  await copyItem(inUse.open(), restored.open(), tableKeys.signingKey());
  await operatorLog(inUse.open()).copyTo(restored.open());
  await eachEmployer(
    current.employers.values(),
    { what: 'Writing keys', progress },
    async ({ id, partner }) => {
      await copyItem(inUse.open(), restored.open(), accountKeys.employer(id));
      const [formerPartner, currentPartner] = [former.employers.get(id)?.partner, partner];
      if (formerPartner) {
        await restored.open().delete({ Key: accountKeys.partnerEmployer(formerPartner.id, id) });
        await restored
          .open()
          .delete({ Key: accountKeys.employerReference(formerPartner.id, formerPartner.referenceId) });
      }
      if (currentPartner) {
        await copyItem(inUse.open(), restored.open(), accountKeys.partnerEmployer(currentPartner.id, id));
        await copyItem(
          inUse.open(),
          restored.open(),
          accountKeys.employerReference(currentPartner.id, currentPartner.referenceId),
        );
      }
      await copyItem(inUse.open(), restored.open(), accountKeys.employerCount(id));
      await restored.open().delete({ Key: accountKeys.about(id) });
      await copyItem(inUse.open(), restored.open(), accountKeys.about(id));
      for (const hash of await hashesOf(inUse.open(), id)) {
        await copyItem(inUse.open(), restored.open(), accountKeys.apiKey(hash));
      }
      for (const key of ownKeys.get(id) ?? []) {
        await copyItem(inUse.open(), restored.open(), accountKeys.employerKey(id, key));
      }
    },
  );
  for (const id of former.keys.keys()) {
    if (!current.keys.has(id)) await apiKeyStore(restored.open()).revoke(id, now);
  }
  const isInUse = (key: ApiKey | undefined) => key !== undefined && isUsable(key, now);
  const ids = [...new Set([...former.keys.keys(), ...current.keys.keys()])];
  const changed = (was: boolean) =>
    ids.filter((id) => isInUse(former.keys.get(id)) === was && isInUse(current.keys.get(id)) !== was);
  const suspendedSince = [...current.employers.values()].filter(
    ({ id, suspendedAt }) => suspendedAt !== null && former.employers.get(id)?.suspendedAt === null,
  );
  return {
    keysEnded: changed(true),
    keysAdded: changed(false),
    employersAdded: [...current.employers.keys()].filter((id) => !former.employers.has(id)),
    employersSuspended: suspendedSince.map(({ id }) => id),
    employersDeleted: [...former.employers.keys()].filter((id) => !current.employers.has(id)),
  };
}
