/** The schema of an object with these members and no others. All members are required unless `required` lists some. */
export const objectOf = <
  const Id extends string,
  const Members extends object,
  const Required extends keyof Members & string = keyof Members & string,
>(
  $id: Id,
  members: Members,
  required: readonly Required[] = Object.keys(members) as Required[],
) => ({ $id, type: 'object', properties: members, required, additionalProperties: false }) as const;

/** The schema of a list. */
export const listOf = <const Items extends object>(items: Items) => ({ type: 'array', items }) as const;
