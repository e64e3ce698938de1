import type { Item } from './database.ts';

const UTF8 = (text: string) => Buffer.byteLength(text);

function valueBytes(value: unknown): number {
  if (typeof value === 'string') return UTF8(value);
  if (typeof value === 'number' || typeof value === 'bigint') {
    const digits = String(value).replace('-', '').replace(/0+$/, '');
    return Math.ceil(digits.length / 2) + 1;
  }
  if (Array.isArray(value)) return 3 + value.reduce((sum: number, member) => sum + 1 + valueBytes(member), 0);
  if (typeof value === 'object' && value !== null) {
    return (
      3 + Object.entries(value).reduce((sum, [name, member]) => sum + 1 + UTF8(name) + valueBytes(member), 0)
    );
  }
  return 1;
}

/** The bytes of an item by AWS's rules ("DynamoDB item sizes and formats"). */
export const itemBytes = (item: Item): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + UTF8(name) + valueBytes(value), 0);
