import { serviceFunctions } from '../../lib/functions.ts';
import type { Permission } from '../../lib/permissions.ts';
import { limitedItems, partitions, type LimitedItem } from '../../lib/partitions.ts';

interface Keyed {
  PK?: { S?: string };
}

interface Single {
  Key?: Keyed;
  Item?: Keyed;
  KeyConditionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, { S?: string }>;
}

export interface Call extends Single {
  IndexName?: string;
  RequestItems?: Record<string, { Keys: Keyed[] }>;
  TransactItems?: Record<string, Single>[];
}

export const permissionText = ({ action, on }: Permission): string => `${action} on ${on}`;

/** The permissions that each function has, by the name of the function. */
export const grantedPermissions: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  serviceFunctions.map(({ name, permissions }) => [name, new Set(permissions.map(permissionText))]),
);

/** The IAM action that DynamoDB requires for each kind of write in a transaction. */
const authorisedAs: Record<string, string> = {
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

/** The partition key of a call or a write. */
function leadingKeyOf({ Key, Item, KeyConditionExpression, ExpressionAttributeValues = {} }: Single) {
  const [, value = ''] = /^#?\w+ = (:\w+)/.exec(KeyConditionExpression ?? '') ?? [];
  return Key?.PK?.S ?? Item?.PK?.S ?? ExpressionAttributeValues[value]?.S ?? '';
}

/** The partitions of a call or a write; `table` if it names none, as a scan does. */
function resourceOf(single: Single): string {
  const leadingKey = leadingKeyOf(single);
  const on = Object.entries(partitions).find(([, prefix]) => leadingKey.startsWith(prefix))?.[0] ?? 'table';
  const names = Object.values(single.ExpressionAttributeNames ?? {});
  const limited = Object.entries<LimitedItem>(limitedItems).find(
    ([, { partition, attributes }]) =>
      partition === on && names.includes(attributes[0]!) && names.every((name) => attributes.includes(name)),
  );
  return limited?.[0] ?? on;
}

/** The permissions that a call needs, as `action on partitions or index`. */
export function permissionsFor(action: string, call: Call): string[] {
  const { IndexName, RequestItems, TransactItems } = call;
  if (IndexName !== undefined) return [`${action} on ${IndexName}`];
  if (RequestItems) {
    const keys = Object.values(RequestItems).flatMap(({ Keys }) => Keys);
    return keys.map((Key) => `${action} on ${resourceOf({ Key })}`);
  }
  if (!TransactItems) return [`${action} on ${resourceOf(call)}`];
  const writes = TransactItems.flatMap((each) => Object.entries(each));
  const resources = writes.map(([, write]) => resourceOf(write));
  // AWS does not document whether IAM checks each write against its own key or against all keys of the transaction.
  return writes.flatMap(([kind]) => resources.map((on) => `${authorisedAs[kind] ?? kind} on ${on}`));
}
