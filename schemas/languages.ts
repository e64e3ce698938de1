/** The languages of postings, and of the service's pages and mail, the default first. */
export const languages = ['en', 'fr'] as const;

/** A language of postings, pages and mail. */
export const Language = { $id: 'Language', type: 'string', enum: languages } as const;

export type Language = (typeof languages)[number];
