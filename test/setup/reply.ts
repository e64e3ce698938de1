import type { Client, Reply } from './client.ts';

/** Where in the body the rules are broken that a 400 tells of, each place once. */
export const pointersOf = ({ body }: Reply) => [
  ...new Set<string>(body.errors.map(({ pointer }: { pointer: string }) => pointer)),
];

/** The text of a response without what is different in each. */
export const textWithoutRequestId = ({ text }: Pick<Reply, 'text'>) =>
  text.replace(/"requestId":"[^"]*"/, '"requestId":""');

/** How many jobs an employer's list has. */
export const totalOf = async ({ get }: Pick<Client, 'get'>, query = ''): Promise<number> =>
  (await get(`/jobs${query}`)).body.paging.total;
