import type { EmployerRecord } from '../../../schemas/employer.ts';
import { logoAddress, type Profile } from './profile.ts';

/** A profile with the text that is stored separately. */
export interface EmployerProfile extends Profile {
  name: string;
  /** The description of the employer, as clean HTML. */
  about: string | null;
}

/** An employer as it sees itself (interface 15.1). */
export const employerRecord = (
  profile: EmployerProfile,
  { siteAddress }: { siteAddress: (path: string) => string },
): EmployerRecord => ({
  name: profile.name,
  about: profile.about,
  website: profile.website,
  privacyUrl: profile.privacyUrl,
  accommodation: profile.accommodation,
  contactEmail: profile.contactEmail,
  language: profile.language,
  translations: profile.translations,
  confirmation: profile.confirmation,
  showStage: profile.showStage,
  recruitingPage: profile.recruitingPage,
  color: profile.color,
  logo: logoAddress(profile, siteAddress),
});
