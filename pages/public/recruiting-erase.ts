import { html } from '../html.ts';
import { localized, type Frame } from './frame.ts';
import { publicLayout } from './layout.ts';
import {
  recruitingForm,
  recruitingQuery,
  type RecruitedApplication,
  type RecruitingPlace,
} from './recruiting.ts';
import { recruitingWords } from './recruiting-words.ts';
import { typedAttributes } from './typed-text.ts';

/** The page that asks a recruiter once more before an application is erased. */
export function recruitingErasePage(
  { id, name }: Pick<RecruitedApplication, 'id' | 'name'>,
  place: RecruitingPlace,
  frame: Frame,
): string {
  const said = recruitingWords[frame.language];
  const content = html`<button class="button secondary">${said.erase}</button>`;
  return publicLayout({
    frame,
    isNarrow: true,
    title: said.eraseAsk,
    main: html`<h1>${said.eraseAsk}</h1>
      <p ${typedAttributes(name)}>${name}</p>
      <p>${said.eraseHint}</p>
      ${recruitingForm(place, { action: 'erase', id, content }, frame)}
      <p><a href="${localized(recruitingQuery(place), frame)}#${id}">${said.keep}</a></p>`,
  });
}
