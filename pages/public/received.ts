import type { Answer } from '../../schemas/answer.ts';
import type { PublicJob } from '../../schemas/public-job.ts';
import { html, Html } from '../html.ts';
import { answerText } from './answer-text.ts';
import { applicationWords } from './application-words.ts';
import { employerLink, type EmployerLink } from './employer-link.ts';
import { placesAndSalary } from './facts.ts';
import { longDate } from './formats.ts';
import { withHeadings } from './headings.ts';
import { publicLayout } from './layout.ts';
import { around, bdi, typedAttributes } from './typed-text.ts';
import { localized, type Frame } from './frame.ts';
import type { ApplicationStage, ApplicationState, ConfirmationState } from '../../schemas/application.ts';
import type { Language } from '../../schemas/languages.ts';

/** A posting as it was when somebody applied, in the language of the form. */
export interface AppliedPosting extends Pick<PublicJob, 'title' | 'locations' | 'salary' | 'description'> {
  /** The name of the employer; null where the posting was confidential. */
  employer: string | null;
  /** The language of title and description; undefined where it is not clear. */
  textLanguage: Language | undefined;
}

/** What the candidate's own page shows of an application. */
export interface ReceivedApplication {
  jobTitle: string;
  /** Undefined where the candidate may not know it. */
  employer: EmployerLink | undefined;
  name: string;
  /** The candidate's address. */
  email: string;
  telephone: string | null;
  fileName: string | undefined;
  answers: readonly Answer[];
  coverLetter: string | null;
  receivedAt: Date;
  /** When it is erased at the latest. */
  keptUntil: Date;
  /** What the employer says has become of the candidate; undefined where it does not show that. */
  stage: ApplicationStage | undefined;
  /** What has become of the mail to the employer. */
  state: ApplicationState;
  /** What has become of the mail that confirms it; null if there is none. */
  confirmation: ConfirmationState;
  /** Undefined if it was not kept. */
  posting: AppliedPosting | undefined;
  token: string;
}

/** What somebody typed, below its name. */
const sent = (name: Html | string, text: string) =>
  html`<div>
    <dt>${name}</dt>
    <dd class="typed" ${typedAttributes(text)}>${text.trimEnd()}</dd>
  </div> `;

/** What the candidate typed besides the name and the address. */
function sentTexts({ telephone, answers, coverLetter }: ReceivedApplication, language: Language) {
  const { labels } = applicationWords[language];
  const texts = [
    ...(telephone === null ? [] : [sent(labels.telephone, telephone)]),
    ...answers.map((answer) => sent(bdi(answer.question.text), answerText(answer, language))),
    ...(coverLetter === null ? [] : [sent(labels.coverLetter, coverLetter)]),
  ];
  return (
    texts.length > 0 &&
    html`<h2>${applicationWords[language].youSent}</h2>
      <dl class="sent">${texts}</dl> `
  );
}

/** The posting: where the job is, what it pays, and its description. */
const postingOf = (posting: AppliedPosting, language: Language) =>
  html`<h2>${applicationWords[language].posting}</h2>
    <dl class="sent">${placesAndSalary(posting, language)}</dl>
    <div ${typedAttributes(posting.description.replaceAll(/<[^>]*>/g, ''), posting.textLanguage)}>
      ${new Html(withHeadings(posting.description, 'h3'))}
    </div> `;

/** Who answers questions where the candidate may not know the employer. Nothing before whoever runs the service says how. */
const operatorOf = ({ site, language }: Frame) =>
  site &&
  html`<p>
    ${around(applicationWords[language].question, site.operator.name)}
    <a href="mailto:${site.operator.email}">${site.operator.email}</a>
  </p> `;

/** The page of a candidate's own application: that it was received, what happens next, and a link to the page that withdraws it. */
export function receivedPage(application: ReceivedApplication, frame: Frame, timeZone: string): string {
  const { jobTitle, employer, name, email, fileName, receivedAt, keptUntil } = application;
  const { stage, state, confirmation, posting, token } = application;
  const said = applicationWords[frame.language];
  const day = (at: Date) => longDate(frame.language, timeZone).format(at);
  return publicLayout({
    frame,
    isNarrow: true,
    title: said.received,
    main: html`<h1>${said.received}</h1>
      <p>
        ${around(said.forJob, jobTitle, posting?.textLanguage)}${employer && html`, ${bdi(employer.name)}`}
      </p>
      <p class="quiet">
        ${said.receivedAt} <time datetime="${receivedAt.toISOString()}">${day(receivedAt)}</time>
      </p>
      <p class="quiet">${said.from} ${bdi(name)}, <bdi>${email}</bdi></p>
      ${fileName !== undefined && html`<p class="quiet">${said.file} ${bdi(fileName)}</p> `}
      ${stage && html`<p class="quiet">${said.stage} <strong>${said.stages[stage]}</strong></p> `}
      <h2>${said.nextSteps}</h2>
      <ul>
        <li>${said.states[state]}</li>
        <li>${around(said.contact, email)} ${said.confirmation[confirmation ?? 'none']}</li>
        <li>${said.erased(day(keptUntil))}</li>
      </ul>
      ${sentTexts(application, frame.language)}${employer ? employerLink(employer, frame) : operatorOf(frame)}
      <p><a href="${localized(`?token=${token}&withdraw`, frame)}">${said.withdraw}</a></p>
      ${posting && postingOf(posting, frame.language)}`,
  });
}
