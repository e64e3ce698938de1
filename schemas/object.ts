/** The names of all members, in order. */
const namesOf = <Members extends object>(members: Members) =>
  Object.keys(members) as (keyof Members & string)[];

/** The schema of an object that has all of these members, and no others. */
export const objectOf = <const Id extends string, const Members extends object>($id: Id, members: Members) =>
  ({
    $id,
    type: 'object',
    properties: members,
    required: namesOf(members),
    additionalProperties: false,
  }) as const;

/** The schema of a list of such entries. */
export const listOf = <const Items extends object>(items: Items) => ({ type: 'array', items }) as const;
