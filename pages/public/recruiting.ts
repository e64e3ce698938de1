import { ApplicationStage, type ApplicationState } from '../../schemas/application.ts';
import type { Language } from '../../schemas/languages.ts';
import { Html, html } from '../html.ts';
import { mailtoUrl, telUrl } from '../mail/mail-body.ts';
import type { AnswerWithLanguage } from './question-words.ts';
import { applicationWords } from './application-words.ts';
import { submittedTexts } from './candidate-page.ts';
import { recruitingScript } from './recruiting-style.ts';
import { factLine } from './facts.ts';
import { longDateFormat, timestampFormat, addressIn } from './formats.ts';
import { localized, type Frame } from './frame.ts';
import { logoImage, publicLayout, textPage } from './layout.ts';
import {
  recruitingWords,
  type RecruitingAction,
  type RecruitingNews,
  type StageAuthor,
  LINK_ACTION,
} from './recruiting-words.ts';
import { withUserText, bdi, userTextAttributes } from './user-text.ts';

/** Query of the page: list part, and result of the action that led to it. */
export interface RecruitingPageQuery {
  token: string;
  /** Cursor: id of the application before this part; empty for the newest. */
  before: string;
  /** Lists only applications at this stage; undefined lists all stages. */
  stage?: ApplicationStage | undefined;
  news?: RecruitingNews | undefined;
  /** Id of the application of the action. */
  on?: string | undefined;
  unsaved?: readonly UnsavedStage[];
  /** Shows all answers and letters. */
  open?: 'all' | undefined;
}

/** A stage that was chosen for an application (its id), but not saved because somebody else has changed it. */
export interface UnsavedStage {
  id: string;
  stage: ApplicationStage;
}

/** An application as a recruiter sees it. */
export interface RecruiterApplication {
  /** The public id. */
  id: string;
  name: string;
  email: string;
  telephone: string | null;
  answers: readonly AnswerWithLanguage[];
  coverLetter: string | null;
  fileName: string | undefined;
  receivedAt: Date;
  stage: ApplicationStage;
  stageChange: { at: Date; by: StageAuthor };
  /** The selected stage: `stage`, or one that was not saved. */
  choice: ApplicationStage;
  state: ApplicationState;
}

/** A part of the applications for a job, newest first. */
export interface RecruiterApplicationList extends RecruitingPageQuery {
  /** Title and referenceId of the job. */
  job: string;
  /** Language of the title; undefined if unclear. */
  jobLanguage: Language | undefined;
  /** Absolute URL of the posting; null for a draft. */
  postingUrl: string | null;
  applications: readonly RecruiterApplication[];
  /** The number of applications by stage. */
  counts: ReadonlyMap<ApplicationStage, number>;
  /** Cursor of the next part; undefined at the end. */
  next: string | undefined;
}

export function recruitingQuery({ unsaved = [], ...place }: RecruitingPageQuery): string {
  const choices = unsaved.map(({ id, stage }) => `${id}.${stage}`).join(' ');
  const parameters = Object.entries({ ...place, unsaved: choices }) as [string, string][];
  return `?${new URLSearchParams(parameters.filter(([, value]) => Boolean(value))).toString()}`;
}

/** A form for an action, on one application if `id` is given. */
const recruitingForm = (
  { token, before, stage }: RecruitingPageQuery,
  { action, id, content }: { action: RecruitingAction; id?: string; content: Html },
  { language }: Frame,
): Html =>
  html`<form
    ${action === 'stage' && html`id="stages" class="save"`}
    method="post"
    action="${addressIn('recruiting', language)}"
  >
    <input type="hidden" name="token" value="${token}" />
    <input type="hidden" name="before" value="${before}" />
    <input type="hidden" name="filter" value="${stage ?? ''}" />
    ${id !== undefined && html`<input type="hidden" name="application" value="${id}" /> `}
    <input type="hidden" name="action" value="${action}" />
    ${content}
  </form> `;

/** The answers and the letter, folded unless all are open; false without them. */
function readMore(application: RecruiterApplication, isOpen: boolean, language: Language): Html | false {
  const texts = submittedTexts({ ...application, telephone: null }, language);
  return (
    texts !== false &&
    html`<details${isOpen && html` open`}>
      <summary aria-describedby="name-${application.id}">${recruitingWords[language].read}</summary>
      ${texts}
    </details> `
  );
}

/** The telephone number, as a link if it can be called. */
function telephoneLink(telephone: string): Html {
  const url = telUrl(telephone);
  return url === undefined
    ? html`<span ${userTextAttributes(telephone)}>${telephone}</span> `
    : html`<a href="${url}">${bdi(telephone)}</a> `;
}

const actionMessage = (news: RecruitingNews, { language }: Frame) =>
  html`<p class="news" role="status">${recruitingWords[language].news[news]}</p> `;

/** The field for a stage. The field name contains the application and the stage that the page shows. */
const stageField = ({ id, stage }: Pick<RecruiterApplication, 'id' | 'stage'>): string =>
  `stage.${id}.${stage}`;

/** Says that a choice was not saved, and what the stage is. */
function notSavedText({ stage, stageChange }: RecruiterApplication, language: Language, timeZone: string) {
  const { authors, notSaved } = recruitingWords[language];
  const time = timestampFormat(language, timeZone).format(stageChange.at);
  return notSaved(authors[stageChange.by], applicationWords[language].stages[stage], time);
}

/** The stage of an application, which the button below the list saves. A choice that was not saved is selected. */
function stageSelect(application: RecruiterApplication, language: Language): Html {
  const { id, choice } = application;
  const { stages } = applicationWords[language];
  return html`<div class="field">
    <select
      form="stages"
      name="${stageField(application)}"
      autocomplete="off"
      aria-label="${recruitingWords[language].stage}"
      aria-describedby="name-${id}"
    >
      ${ApplicationStage.enum.map(
        (each) =>
          html`<option value="${each}" ${each === choice && html` selected`}>${stages[each]}</option> `,
      )}
    </select>
  </div> `;
}

/** Links to the applications of each stage, with their number. */
function stageLinks({ token, stage, counts }: RecruiterApplicationList, frame: Frame): Html {
  const { all, stage: label } = recruitingWords[frame.language];
  const { stages } = applicationWords[frame.language];
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const link = (each: ApplicationStage | undefined, count = 0) =>
    html`<a
      href="${localized(recruitingQuery({ token, before: '', stage: each }), frame)}"
      ${each === stage && html`aria-current="page"`}
      >${each === undefined ? all : stages[each]} ${count}</a
    > `;
  const listedStages = ApplicationStage.enum.filter((each) => counts.has(each) || each === stage);
  return html`<nav class="links" aria-label="${label}">
    ${link(undefined, total)}${listedStages.map((each) => link(each, counts.get(each)))}
  </nav> `;
}

function releaseForm({ id }: RecruiterApplication, place: RecruitingPageQuery, frame: Frame): Html {
  const { held, release } = recruitingWords[frame.language];
  const content = html`<button class="button" aria-describedby="name-${id}">${release}</button>`;
  return html`<div class="held">
    <p>${held}</p>
    ${recruitingForm(place, { action: 'release', id, content }, frame)}
  </div> `;
}

function applicationItem(
  application: RecruiterApplication,
  place: RecruiterApplicationList,
  frame: Frame,
  timeZone: string,
): Html {
  const { id, name, email, telephone, receivedAt, fileName, state, stage, choice } = application;
  const { token, before } = place;
  const { language } = frame;
  const texts = recruitingWords[language];
  const mailState = texts.states[state];
  const linkTo = (what: 'file' | 'erase') =>
    localized(`${recruitingQuery({ token, before, stage: place.stage })}&${what}=${id}`, frame);
  return html`<li id="${id}">
    <div>
      <h2 id="name-${id}">${bdi(name)}</h2>
      ${factLine([
        html`<time datetime="${receivedAt.toISOString()}"
          >${longDateFormat(language, timeZone).format(receivedAt)}</time
        >`,
        ...(mailState === undefined ? [] : [html`<strong>${mailState}</strong>`]),
      ])}
    </div>
    <p class="links">
      <a href="${mailtoUrl(email)}">${bdi(email)}</a> ${telephone !== null && telephoneLink(telephone)}${
        fileName !== undefined &&
        html`<a href="${linkTo('file')}" aria-describedby="name-${id}">${bdi(fileName)}</a> `
      }
    </p>
    ${stageSelect(application, language)}
    ${choice !== stage && html`<p class="news">${notSavedText(application, language, timeZone)}</p> `}${place.news && place.on === id && actionMessage(place.news, frame)}${
      state === 'held' && releaseForm(application, place, frame)
    }${readMore(application, place.open === 'all', language)}
    <p class="erase"><a href="${linkTo('erase')}" aria-describedby="name-${id}">${texts.erase}</a></p>
  </li> `;
}

function noneSentence({ before, next, stage }: RecruiterApplicationList, { language }: Frame): string {
  const { none, noneAtStage, noneHere } = recruitingWords[language];
  if (before !== '' || next !== undefined) return noneHere;
  return stage === undefined ? none : noneAtStage;
}

/** The recruiters' page: a part of a job's applications, with their actions. */
export function recruitingPage(list: RecruiterApplicationList, frame: Frame, timeZone: string): string {
  const { job, jobLanguage, postingUrl, token, before, applications, next, news, on, stage, open } = list;
  const texts = recruitingWords[frame.language];
  const hasRow = applications.some(({ id }) => id === on);
  const partAfter = (id: string) => localized(recruitingQuery({ token, before: id, stage }), frame);
  return publicLayout({
    frame,
    title: texts.heading(job),
    main: html`${logoImage(frame)}
      <h1>${withUserText(texts.heading, job, jobLanguage)}</h1>
      <p>
        ${texts.secret}${postingUrl !== null && html` <a href="${localized(postingUrl, frame)}">${texts.posting}</a>`}
      </p>
      ${stageLinks(list, frame)}${news && !hasRow && actionMessage(news, frame)}${
        applications.length === 0
          ? html`<p>${noneSentence(list, frame)}</p> `
          : html`${
                open === undefined &&
                html`<p class="links">
                  <a href="${localized(recruitingQuery({ token, before, stage, open: 'all' }), frame)}"
                    >${texts.openAll}</a
                  >
                </p> `
              }
              <ul class="applications">
                ${applications.map((each) => applicationItem(each, list, frame, timeZone))}
              </ul>
              ${recruitingForm(list, { action: 'stage', content: html`<button class="button">${texts.save}</button>` }, frame)}`
      }${
        next !== undefined &&
        html`<p><a class="button secondary" rel="next" href="${partAfter(next)}">${texts.older}</a></p> `
      }${before !== '' && html`<p><a href="${partAfter('')}">${texts.newest}</a></p> `}${new Html(`<script>${recruitingScript}</script>`)}`,
  });
}

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

/** Page of an expired recruiter link, with a button that mails a new one. */
export function recruitingEndedPage(token: string, frame: Frame): string {
  const texts = recruitingWords[frame.language];
  return textPage(
    frame,
    texts.ended,
    html`<p>${texts.endedHint}</p>
      <form method="post" action="${addressIn('recruiting', frame.language)}">
        <input type="hidden" name="token" value="${token}" />
        <input type="hidden" name="action" value="${LINK_ACTION}" />
        <p><button class="button">${texts.mailLink}</button></p>
      </form>`,
  );
}

/** Page after a recruiter asked for a new link: the link is on its way, or the limit is reached. */
export function linkMailedPage(isMailed: boolean, frame: Frame): string {
  const texts = recruitingWords[frame.language];
  return isMailed
    ? textPage(frame, texts.linkMailed, html`<p>${texts.linkMailedHint}</p>`)
    : textPage(frame, texts.enoughLinks, html`<p>${texts.enoughLinksHint}</p>`);
}
