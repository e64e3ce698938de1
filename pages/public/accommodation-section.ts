import type { Language } from '../../schemas/languages.ts';
import { html, type Html } from '../html.ts';
import { mailtoUrl, telUrl } from '../mail/mail-body.ts';
import type { Frame } from './frame.ts';
import { withUserText, userTextAttributes } from './user-text.ts';

const words: Record<Language, { heading: string; relayed: (name: string) => string }> = {
  en: {
    heading: 'Accommodation',
    relayed: (name) => `If you need an accommodation, write to ${name}, which will pass your request on:`,
  },
  fr: {
    heading: 'Mesures d’adaptation',
    relayed: (name) =>
      `Si vous avez besoin d’une mesure d’adaptation, écrivez à ${name}, qui transmettra votre demande\u00A0:`,
  },
};

/** An e-mail address or a telephone number in a text. */
const contact = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\+?\d[\d ().-]{5,}\d/g;

/** A text with links to the addresses and numbers in it. */
function withLinks(text: string): Html {
  const parts: (Html | string)[] = [];
  let end = 0;
  for (const { 0: contactText, index } of text.matchAll(contact)) {
    const url = contactText.includes('@') ? mailtoUrl(contactText) : telUrl(contactText);
    if (url === undefined) continue;
    parts.push(text.slice(end, index), html`<a href="${url}">${contactText}</a>`);
    end = index + contactText.length;
  }
  return html`${parts}${text.slice(end)}`;
}

interface AccommodationRequest {
  /** The employer's name; undefined or null for a confidential job. */
  employer: string | null | undefined;
  /** The employer's own text on how candidates ask for adjustments. */
  own: { text: string; language: Language } | undefined;
}

/**
 * How candidates ask for adjustments: the employer's own text, or the operator's address for a confidential job.
 * Undefined without either.
 */
export function accommodationSection(
  { employer, own }: AccommodationRequest,
  { site, language }: Frame,
): Html | undefined {
  const { heading, relayed } = words[language];
  const section = (content: Html) =>
    html`<div class="accommodation">
      <h2>${heading}</h2>
      ${content}
    </div> `;
  if (own) return section(html`<p ${userTextAttributes(own.text, own.language)}>${withLinks(own.text)}</p>`);
  if (typeof employer === 'string' || !site) return undefined;
  const { name, email } = site.operator;
  return section(html`<p>${withUserText(relayed, name)} <a href="mailto:${email}">${email}</a></p>`);
}
