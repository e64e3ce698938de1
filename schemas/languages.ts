/** The languages of the service's pages and mail, the default first. */
export const languages = ['en', 'fr'] as const;

export type Language = (typeof languages)[number];
