import type { Language } from '../../schemas/languages.ts';
import { html, type Html } from '../html.ts';
import type { Frame } from './frame.ts';
import { around, typedAttributes } from './typed-text.ts';

const words: Record<Language, { heading: string; relayed: (name: string) => string }> = {
  en: {
    heading: 'Accommodation',
    relayed: (name) => `If you need an accommodation, write to ${name}, who will pass your request on:`,
  },
  fr: {
    heading: 'Mesures d’adaptation',
    relayed: (name) =>
      `Si vous avez besoin d’une mesure d’adaptation, écrivez à ${name}, qui transmettra votre demande\u00A0:`,
  },
};

/** Whose posting it is, as far as it says so. */
interface Asked {
  /** The employer's name; undefined or null for a confidential job. */
  employer: string | null | undefined;
  /** How candidates ask for adjustments, in the employer's own words. */
  text: string | undefined;
}

/**
 * How candidates ask for adjustments: as the employer says, and of a confidential job whoever runs the site. Nothing
 * where the employer says nothing.
 */
export function accommodationOf({ employer, text }: Asked, { site, language }: Frame): Html | undefined {
  const { heading, relayed } = words[language];
  const section = (content: Html) =>
    html`<div class="accommodation">
      <h2>${heading}</h2>
      ${content}
    </div> `;
  if (text !== undefined) return section(html`<p ${typedAttributes(text)}>${text}</p>`);
  if (typeof employer === 'string' || !site) return undefined;
  const { name, email } = site.operator;
  return section(html`<p>${around(relayed, name)} <a href="mailto:${email}">${email}</a></p>`);
}
