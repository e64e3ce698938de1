import { groups } from '../../lib/function-table.ts';
import { routeTriggerOf, serviceFunctions } from '../../lib/functions.ts';
import { filePrefixes, limitedItems, partitions, type LimitedItem } from '../../lib/partitions.ts';
import type { Permission } from '../../lib/permissions.ts';

/** What a comparison of two releases needs, in the format of `deployed-functions.json`. */
export interface DeployedFunctions {
  /** The stacks of functions that check the permissions of keys. */
  stacks: Record<string, string>;
  /** Actions by resource, for functions that are deployed gradually. */
  grants: Record<string, Record<string, string>>;
}

const limited: Record<string, LimitedItem> = limitedItems;

const resourceNames: Record<string, string> = {
  ...partitions,
  ...Object.fromEntries(
    Object.entries(limited).map(([on, { partition, attributes }]) => [
      on,
      `${partitions[partition]} ${attributes.join(' ')}`,
    ]),
  ),
  applicationFiles: filePrefixes.applications,
  logoFiles: filePrefixes.logos,
  uploads: filePrefixes.uploads,
  publicFiles: filePrefixes.public,
};

const sorted = <T>(entries: [string, T][]): Record<string, T> =>
  Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));

const grantsOf = (permissions: readonly Permission[]) =>
  sorted(
    [...Map.groupBy(permissions, ({ on }) => resourceNames[on] ?? on)].map(([resource, group]) => [
      resource,
      group
        .map(({ action }) => action)
        .toSorted()
        .join(' '),
    ]),
  );

export const presentFunctions = (): DeployedFunctions => ({
  stacks: sorted(
    serviceFunctions
      .filter((definition) => routeTriggerOf(definition)?.clients === 'employers')
      .map(({ id, group }) => [id, groups[group].stack]),
  ),
  grants: sorted(
    serviceFunctions
      .filter(({ isDeployedGradually }) => isDeployedGradually)
      .map(({ id, permissions }) => [id, grantsOf(permissions)]),
  ),
});

if (import.meta.main) process.stdout.write(`${JSON.stringify(presentFunctions(), null, 2)}\n`);
