/** What a page says of itself where a link to it is shared, by property. */
export const cardIn = (page: string): Record<string, string> =>
  Object.fromEntries(
    [...page.matchAll(/<meta\s+(?:property|name)="((?:og|twitter):[\w:]+)"\s+content="([^"]*)"/g)].map(
      ([, property = '', content = '']) => [property, content],
    ),
  );
