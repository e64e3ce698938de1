import { languages, type Language } from '../../../schemas/languages.ts';

/** The facts about an employer for candidates, besides its name (interface 15). */
export interface Profile {
  /** Its own website, as an absolute URL. */
  website: string | null;
  /** Its privacy policy, as an absolute URL. */
  privacyUrl: string | null;
  /** How candidates ask for accommodation, in plain text. */
  accommodation: string | null;
  /** The address for the operator; candidates never see it. */
  contactEmail: string | null;
  /** The language of its mail, and of descriptions whose language is not clear. */
  language: Language;
  /** Whether candidates get a mail that confirms their application. */
  confirmation: boolean;
  /** Whether candidates see the stage of their application. */
  showStage: boolean;
  /** Whether mails of applications link to a page with all applications for their job. */
  recruitingPage: boolean;
  /** The name of its logo's file. Each logo has another name. */
  logo: string | null;
}

/** The profile of a new employer. */
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

/** The absolute URL of a profile's logo; null when it has none. */
export const logoAddress = (
  { logo }: Pick<Profile, 'logo'>,
  siteAddress: (path: string) => string,
): string | null => (logo === null ? null : siteAddress(`/logos/${logo}`));
