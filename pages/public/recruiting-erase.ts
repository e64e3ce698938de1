import { html } from '../html.ts';
import { localized, type Frame } from './frame.ts';
import { textPage } from './layout.ts';
import {
  recruitingForm,
  recruitingQuery,
  type RecruiterApplication,
  type RecruitingPageQuery,
} from './recruiting.ts';
import { recruitingWords } from './recruiting-words.ts';
import { userTextAttributes } from './user-text.ts';

/** Confirmation page before a recruiter deletes an application. */
export function recruitingErasePage(
  { id, name }: Pick<RecruiterApplication, 'id' | 'name'>,
  place: RecruitingPageQuery,
  frame: Frame,
): string {
  const texts = recruitingWords[frame.language];
  const content = html`<button class="button secondary">${texts.erase}</button>`;
  return textPage(
    frame,
    texts.eraseAsk,
    html`<p ${userTextAttributes(name)}>${name}</p>
      <p>${texts.eraseHint}</p>
      ${recruitingForm(place, { action: 'erase', id, content }, frame)}
      <p><a href="${localized(recruitingQuery(place), frame)}#${id}">${texts.keep}</a></p>`,
  );
}
