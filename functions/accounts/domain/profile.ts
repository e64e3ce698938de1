import { languages, type Language } from '../../../schemas/languages.ts';

/** What an employer says of itself to candidates, besides its name (interface 15). */
export interface Profile {
  /** Its own website, as an absolute URL. */
  website: string | null;
  /** Where it says what it does with the data of candidates, as an absolute URL. */
  privacyUrl: string | null;
  /** How candidates ask for adjustments, in plain text. */
  accommodation: string | null;
  /** Whom the operator can write to; candidates never see it. */
  contactEmail: string | null;
  /** The language of its mail, and of descriptions whose language is not clear. */
  language: Language;
  /** Whether candidates get a mail that confirms their application. */
  confirmation: boolean;
  /** Whether candidates see in which stage their application is. */
  showStage: boolean;
  /** Whether the mails of applications lead to a page with all applications for their job. */
  recruitingPage: boolean;
  /** The name of the file with its logo, which changes with every logo. */
  logo: string | null;
}

/** The profile of an employer that has said nothing. */
export const emptyProfile: Profile = {
  website: null,
  privacyUrl: null,
  accommodation: null,
  contactEmail: null,
  language: languages[0],
  confirmation: true,
  showStage: false,
  recruitingPage: true,
  logo: null,
};

/** Where the service shows the logo of a profile, as an absolute URL; null if it has none. */
export const logoAddress = (
  { logo }: Pick<Profile, 'logo'>,
  siteAddress: (path: string) => string,
): string | null => (logo === null ? null : siteAddress(`/logos/${logo}`));
