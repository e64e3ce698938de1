import type { Answer } from '../../schemas/answer.ts';
import { ApplicationStage, type ApplicationState } from '../../schemas/application.ts';
import type { Language } from '../../schemas/languages.ts';
import { html, type Html } from '../html.ts';
import { mailtoUrl, telUrl } from '../mail/contact-addresses.ts';
import { answerText } from './answer-text.ts';
import { applicationWords } from './application-words.ts';
import { applyWords } from './apply-words.ts';
import { longDate } from './formats.ts';
import { addressIn, localized, type Frame } from './frame.ts';
import { publicLayout } from './layout.ts';
import { recruitingWords, type RecruitingAction, type RecruitingNews } from './recruiting-words.ts';
import { around, bdi, typedAttributes } from './typed-text.ts';

/** A part of the list, and what has become of the button that led to it. */
export interface RecruitingPlace {
  token: string;
  /** The id of the application after which the part begins; empty for the newest. */
  before: string;
  news?: RecruitingNews | undefined;
  /** The id of the application that it is about. */
  on?: string | undefined;
}

/** An application as a recruiter sees it. */
export interface RecruitedApplication {
  /** The public id. */
  id: string;
  name: string;
  email: string;
  telephone: string | null;
  answers: readonly Answer[];
  coverLetter: string | null;
  fileName: string | undefined;
  receivedAt: Date;
  stage: ApplicationStage;
  state: ApplicationState;
}

/** A part of the applications for a job, newest first. */
export interface RecruitedList extends RecruitingPlace {
  /** The title of the job, and the employer's own id for it. */
  job: string;
  applications: readonly RecruitedApplication[];
  /** The id after which the list goes on; undefined at its end. */
  next: string | undefined;
}

/** The query of a part of the list, after a button with what has become of it. */
export const recruitingQuery = (place: RecruitingPlace): string =>
  `?${new URLSearchParams(Object.entries(place).filter(([, value]) => Boolean(value))).toString()}`;

/** A form with one button, for an application or for the page as a whole. */
export const recruitingForm = (
  { token, before }: RecruitingPlace,
  { action, id, content }: { action: RecruitingAction; id: string; content: Html },
  { language }: Frame,
): Html =>
  html`<form class="number" method="post" action="${addressIn('recruiting', language)}">
    <input type="hidden" name="token" value="${token}" />
    <input type="hidden" name="before" value="${before}" />
    <input type="hidden" name="application" value="${id}" />
    <input type="hidden" name="action" value="${action}" />
    ${content}
  </form> `;

const fact = (name: Html | string, content: Html) =>
  html`<div>
    <dt>${name}</dt>
    ${content}
  </div> `;

const typed = (text: string) => html`<dd class="typed" ${typedAttributes(text)}>${text.trimEnd()}</dd> `;

const link = (url: string, text: string) => html`<dd><a href="${url}">${bdi(text)}</a></dd> `;

/** All that the candidate sent, but for the file. */
function sentOf({ email, telephone, answers, coverLetter }: RecruitedApplication, language: Language): Html {
  const { labels } = applyWords[language];
  const call = telephone === null ? undefined : telUrl(telephone);
  return html`<dl class="sent">
    ${fact(labels.email, link(mailtoUrl(email), email))}${
      telephone !== null &&
      fact(labels.telephone, call === undefined ? typed(telephone) : link(call, telephone))
    }${answers.map((answer) => fact(bdi(answer.question.text), typed(answerText(answer, language))))}${
      coverLetter !== null && fact(labels.coverLetter, typed(coverLetter))
    }
  </dl> `;
}

const newsOf = (news: RecruitingNews, { language }: Frame) =>
  html`<p class="news" role="status">${recruitingWords[language].news[news]}</p> `;

/** The list of stages, with the one that the application is in. */
function stageForm(application: RecruitedApplication, place: RecruitingPlace, frame: Frame): Html {
  const { id, stage } = application;
  const said = recruitingWords[frame.language];
  const { stages } = applicationWords[frame.language];
  const content = html`<input type="hidden" name="from" value="${stage}" />
    <div class="field">
      <label for="stage-${id}">${said.stage}</label>
      <select id="stage-${id}" name="stage" autocomplete="off" aria-describedby="name-${id}">
        ${ApplicationStage.enum.map(
          (each) =>
            html`<option value="${each}" ${each === stage && html` selected`}>${stages[each]}</option> `,
        )}
      </select>
    </div>
    <button class="button secondary" aria-describedby="name-${id}">${said.save}</button>`;
  return recruitingForm(place, { action: 'stage', id, content }, frame);
}

/** What a held application waits for. */
function releaseForm({ id }: RecruitedApplication, place: RecruitingPlace, frame: Frame): Html {
  const { held, release } = recruitingWords[frame.language];
  const content = html`<button class="button" aria-describedby="name-${id}">${release}</button>`;
  return html`<p>${held}</p>
    ${recruitingForm(place, { action: 'release', id, content }, frame)}`;
}

function applicationItem(
  application: RecruitedApplication,
  place: RecruitedList,
  frame: Frame,
  timeZone: string,
): Html {
  const { id, name, receivedAt, fileName, state } = application;
  const { language } = frame;
  const said = recruitingWords[language];
  const linkTo = (what: 'file' | 'erase') =>
    localized(`${recruitingQuery({ token: place.token, before: place.before })}&${what}=${id}`, frame);
  return html`<li id="${id}">
    <h2 id="name-${id}">${bdi(name)}</h2>
    <p class="quiet">
      <time datetime="${receivedAt.toISOString()}">${longDate(language, timeZone).format(receivedAt)}</time>
      · ${state === 'held' ? html`<strong>${said.states.held}</strong>` : said.states[state]}
    </p>
    ${place.news && place.on === id && newsOf(place.news, frame)}${
      state === 'held' && releaseForm(application, place, frame)
    }
    <details>
      <summary aria-describedby="name-${id}">${said.read}</summary>
      ${sentOf(application, language)}
    </details>
    ${stageForm(application, place, frame)}
    <p class="links">
      ${
        fileName !== undefined &&
        html`<a href="${linkTo('file')}" aria-describedby="name-${id}">${said.download} ${bdi(fileName)}</a> `
      }
      <a href="${linkTo('erase')}" aria-describedby="name-${id}">${said.erase}</a>
    </p>
  </li> `;
}

/** A part of the applications for a job, with all that a recruiter does with them. */
export function recruitingPage(list: RecruitedList, frame: Frame, timeZone: string): string {
  const { job, token, before, applications, next, news, on } = list;
  const said = recruitingWords[frame.language];
  const hasRow = applications.some(({ id }) => id === on);
  const partAfter = (id: string) => localized(recruitingQuery({ token, before: id }), frame);
  return publicLayout({
    frame,
    isNarrow: true,
    title: said.heading(job),
    main: html`<h1>${around(said.heading, job)}</h1>
      <p>${said.secret}</p>
      ${news && !hasRow && newsOf(news, frame)}${
        applications.length === 0
          ? html`<p>${before === '' && next === undefined ? said.none : said.noneHere}</p> `
          : html`<ul class="applications">
              ${applications.map((each) => applicationItem(each, list, frame, timeZone))}
            </ul> `
      }${
        next !== undefined &&
        html`<p><a class="button secondary" rel="next" href="${partAfter(next)}">${said.older}</a></p> `
      }${before !== '' && html`<p><a href="${partAfter('')}">${said.newest}</a></p> `}`,
  });
}
