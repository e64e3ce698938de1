import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';

/** An item of the table. */
// oxlint-disable-next-line typescript/no-explicit-any -- DynamoDB has no schema; the stores' fromItem functions give one
export type Item = Record<string, any>;

/** An item in DynamoDB's JSON: each value under the name of its type. */
type Marshalled = Record<string, AttributeValue>;

/** The key of an item. */
export interface Key {
  PK: string;
  SK: string;
}

/** The members of a request, or of one write of a transaction, that hold attribute values. */
const withValues = ['Key', 'Item', 'ExpressionAttributeValues', 'ExclusiveStartKey'] as const;

type MarshalledInput<Input> = {
  [Name in keyof Input]: Name extends (typeof withValues)[number] ? Marshalled : Input[Name];
};

/** Numbers of the status map have up to 37 digits: a number that a double cannot hold stays a string. */
export const parseInteger = (digits: string): number | string =>
  Number.isSafeInteger(Number(digits)) ? Number(digits) : digits;

const marshalledItem = (item: Item): Marshalled => marshall(item, { removeUndefinedValues: true });

/** Converts a request, or one write of a transaction, to DynamoDB's JSON. Omits undefined values. */
export function marshallRequest<Input extends object>(input: Input): MarshalledInput<Input> {
  const output: Item = { ...input };
  for (const name of withValues) {
    const values = output[name];
    if (values !== undefined) output[name] = marshalledItem(values);
  }
  return output as MarshalledInput<Input>;
}

/** Converts keys to DynamoDB's JSON. */
export const marshallKeys = (wanted: readonly Item[]): Marshalled[] => wanted.map(marshalledItem);

/** Converts an item from DynamoDB's JSON. Every number in the table is an integer. */
export const unmarshallItem = (item: Marshalled): Item => unmarshall(item, { wrapNumbers: parseInteger });
