import { namedIds } from '../../schemas/openapi/enums.ts';

/** The name of an entry as an identifier: "Mining, Oil and Gas" becomes `MiningOilAndGas`. */
const identifierOf = (name: string) =>
  name
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('');

/** The source of named constants for the ids of reference data, each with a type of the same name. */
export function constantsText(): string {
  const constants = Object.entries(namedIds).map(([name, entries]) => {
    const members = entries.map((entry) => `${identifierOf(entry.name)}: ${entry.id},`);
    return `/** The ids of ${name}, by name. */
export const ${name} = {\n${members.join('\n')}\n} as const;
export type ${name} = schemas.${name};
`;
  });
  return `// Generated from the reference data by \`npm run generate\`: do not edit.

import type * as schemas from './openapi-types.ts';

${constants.join('\n')}`;
}
