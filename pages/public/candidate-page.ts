import type { PublicJob } from '../../schemas/public-job.ts';
import { html, Html } from '../html.ts';
import { answerLanguage, answerText, type AnswerWithLanguage } from './question-words.ts';
import { applyWords } from './apply-words.ts';
import { applicationWords } from './application-words.ts';
import { employerLink, type EmployerLink } from './employer-link.ts';
import { factLine, locationAndSalaryFacts } from './facts.ts';
import { longDateFormat, addressIn } from './formats.ts';
import { withHeadings } from './headings.ts';
import { textPage } from './layout.ts';
import { withUserText, bdi, userTextAttributes } from './user-text.ts';
import { localized, type Frame } from './frame.ts';
import type { ApplicationStage, ApplicationState, ConfirmationState } from '../../schemas/application.ts';
import type { Language } from '../../schemas/languages.ts';

/** Snapshot of a posting at the time of an application, in the language of the form. */
export interface PostingAtApplication extends Pick<
  PublicJob,
  'title' | 'locations' | 'salary' | 'description'
> {
  /** Employer's name; null for a confidential posting. */
  employer: string | null;
  /** Language of title and description; undefined if unclear. */
  textLanguage: Language | undefined;
}

/** An application as its candidate sees it. */
export interface CandidateApplication {
  jobTitle: string;
  /** Undefined for a confidential job. */
  employer: EmployerLink | undefined;
  name: string;
  email: string;
  telephone: string | null;
  fileName: string | undefined;
  answers: readonly AnswerWithLanguage[];
  coverLetter: string | null;
  receivedAt: Date;
  /** The time by which the application is deleted at the latest. */
  keptUntil: Date;
  /** Undefined if the employer does not share the stage. */
  stage: ApplicationStage | undefined;
  /** Status of the mail to the employer. */
  state: ApplicationState;
  /** Status of the confirmation mail; null without one. */
  confirmation: ConfirmationState;
  /** Undefined without a snapshot. */
  posting: PostingAtApplication | undefined;
  token: string;
}

const submittedText = (name: Html | string, text: string, language?: Language) =>
  html`<div>
    <dt>${name}</dt>
    <dd class="typed" ${userTextAttributes(text, language)}>${text.trimEnd()}</dd>
  </div> `;

/** The texts of an application except name and e-mail address; false without any. */
export function submittedTexts(
  { telephone, answers, coverLetter }: Pick<CandidateApplication, 'telephone' | 'answers' | 'coverLetter'>,
  language: Language,
): Html | false {
  const { labels } = applyWords[language];
  const texts = [
    ...(telephone === null ? [] : [submittedText(labels.telephone, telephone)]),
    ...answers.map((answer) =>
      submittedText(
        bdi(answer.question.text, answer.questionLanguage),
        answerText(answer, language),
        answerLanguage(answer),
      ),
    ),
    ...(coverLetter === null ? [] : [submittedText(labels.coverLetter, coverLetter)]),
  ];
  return texts.length > 0 && html`<dl>${texts}</dl> `;
}

const postingSection = (posting: PostingAtApplication, language: Language) =>
  html`<h2>${applicationWords[language].posting}</h2>
    <dl>${locationAndSalaryFacts(posting, language)}</dl>
    <div ${userTextAttributes(posting.description.replaceAll(/<[^>]*>/g, ''), posting.textLanguage)}>
      ${new Html(withHeadings(posting.description, 'h3'))}
    </div> `;

/** The operator's contact, for a job whose employer is confidential. */
const operatorContact = ({ site, language }: Frame) =>
  site &&
  html`<p>
    ${withUserText(applicationWords[language].question, site.operator.name)}
    <a href="mailto:${site.operator.email}">${site.operator.email}</a>
  </p> `;

/** The candidate's page of an application: receipt, next steps and withdrawal link. */
export function candidatePage(application: CandidateApplication, frame: Frame, timeZone: string): string {
  const { jobTitle, employer, name, email, fileName, receivedAt, keptUntil } = application;
  const { stage, state, confirmation, posting, token } = application;
  const texts = applicationWords[frame.language];
  const hasArrived = confirmation === 'delivered' || confirmation === 'complained';
  const submitted = submittedTexts(application, frame.language);
  const day = (at: Date) => longDateFormat(frame.language, timeZone).format(at);
  return textPage(
    frame,
    texts.received,
    html`<p>
        ${withUserText(texts.forJob, jobTitle, posting?.textLanguage)}${employer && html`, ${bdi(employer.name)}`}
      </p>
      ${stage && html`<p>${texts.stage} <strong>${texts.stages[stage]}</strong></p> `}
      ${factLine([
        html`${texts.receivedAt} <time datetime="${receivedAt.toISOString()}">${day(receivedAt)}</time>`,
        html`${texts.from} ${bdi(name)}, <bdi>${email}</bdi>`,
        ...(fileName === undefined ? [] : [html`${texts.file} ${bdi(fileName)}`]),
      ])}
      <h2>${texts.nextSteps}</h2>
      <ul>
        <li>${texts.states[state]}</li>
        <li>
          ${withUserText(texts.contact, email)}
          ${texts.confirmation[hasArrived ? 'sent' : (confirmation ?? 'none')]}
        </li>
        <li>${texts.erased(day(keptUntil))}</li>
      </ul>
      ${
        submitted &&
        html`<h2>${texts.youSent}</h2>
          ${submitted}`
      }${employer ? employerLink(employer, frame) : operatorContact(frame)}
      <p><a href="${localized(`?token=${token}&withdraw`, frame)}">${texts.withdraw}</a></p>
      ${posting && postingSection(posting, frame.language)}`,
  );
}

/** Confirmation page before a candidate withdraws an application. */
export function withdrawPage(
  { jobTitle, posting, token }: Pick<CandidateApplication, 'jobTitle' | 'posting' | 'token'>,
  frame: Frame,
): string {
  const texts = applicationWords[frame.language];
  return textPage(
    frame,
    texts.withdrawAsk,
    html`<p>${withUserText(texts.forJob, jobTitle, posting?.textLanguage)}</p>
      <p>${texts.withdrawHint}</p>
      <form method="post" action="${addressIn('application', frame.language)}">
        <input type="hidden" name="token" value="${token}" />
        <p><button class="button secondary">${texts.withdraw}</button></p>
      </form>
      <p><a href="${localized(`?token=${token}`, frame)}">${texts.keep}</a></p>`,
  );
}

interface WithdrawalResult {
  /** True if certainly no mail reached the employer. */
  neverMailed: boolean;
  employer: EmployerLink | undefined;
}

/** Page after a withdrawal. It states whether the employer may have a mail. */
export function withdrawnPage({ neverMailed, employer }: WithdrawalResult, frame: Frame): string {
  const texts = applicationWords[frame.language];
  return textPage(
    frame,
    texts.withdrawn,
    html`<p>${texts.isErased} ${neverMailed ? texts.neverMailed : texts.maybeMailed}</p>
      ${employerLink(employer, frame)}`,
  );
}
