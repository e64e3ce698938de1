import {
  type RecruiterApplication,
  type RecruiterApplicationList,
  type RecruitingPageQuery,
  type UnsavedStage,
  recruitingEndedPage,
} from '../../../pages/public/recruiting.ts';
import { ApplicationStage } from '../../../schemas/application.ts';
import { APPLICATIONS_PER_RECRUITING_PAGE } from '../../../schemas/application-limits.ts';
import { pick } from '../../../schemas/job-fields.ts';
import type { Language } from '../../../schemas/languages.ts';
import { withTranslation, titleLanguage } from '../../jobs/job/job-language.ts';
import { postingUrlOf } from '../../jobs/keys.ts';
import { Refusal } from '../../platform/errors.ts';
import {
  type Application,
  answersWithLanguages,
  jobName,
  encryptApplicationId,
  decryptOwnNumber,
} from '../application/application.ts';
import type { RecruitingJob } from './recruiting-link.ts';
import { type RecruitingServices, ExpiredToken } from './recruiting-access.ts';
import {
  recruitingActions,
  stageAuthors,
  type RecruitingNews,
} from '../../../pages/public/recruiting-words.ts';
import type { Incoming } from '../../http/incoming.ts';
import { problemPage } from '../../../pages/public/problem.ts';
import type { ProblemCode } from '../../../schemas/problems.ts';
import type { PageRequest } from '../../http/public-page.ts';

/** The stage in a query or a form; undefined when the stage is missing or unknown. */
export const parseStageFilter = (text: string | null): ApplicationStage | undefined =>
  ApplicationStage.enum.find((each) => each === text);

const allNews: readonly RecruitingNews[] = [...recruitingActions, 'gone', 'unsaved'];

/** Parses the choices that `recruitingQuery` writes. */
function parseUnsaved(text: string): UnsavedStage[] {
  const choices = text.split(' ').slice(0, APPLICATIONS_PER_RECRUITING_PAGE);
  return choices.flatMap((choice) => {
    const [id = '', name = ''] = choice.split('.');
    const stage = parseStageFilter(name);
    return stage ? [{ id, stage }] : [];
  });
}

/** Parses the query of the page: a part of the list, or an application to download or erase. */
export function parseRecruitingQuery({
  rawQueryString,
}: Pick<Incoming, 'rawQueryString'>): RecruitingPageQuery & {
  file: string | undefined;
  erase: string | undefined;
} {
  const query = new URLSearchParams(rawQueryString);
  return {
    token: query.get('token') ?? '',
    before: query.get('before') ?? '',
    stage: parseStageFilter(query.get('stage')),
    news: allNews.find((each) => each === query.get('news')),
    on: query.get('on') ?? undefined,
    unsaved: parseUnsaved(query.get('unsaved') ?? ''),
    open: query.get('open') === 'all' ? 'all' : undefined,
    file: query.get('file') ?? undefined,
    erase: query.get('erase') ?? undefined,
  };
}

/** An application on the page. */
function toRecruitedApplication(
  secret: Uint8Array,
  application: Application,
  unsaved: readonly UnsavedStage[] = [],
): RecruiterApplication {
  const id = encryptApplicationId(secret, application);
  return {
    ...pick(application, ['name', 'email', 'telephone', 'coverLetter', 'stage', 'state']),
    stageChange: {
      at: new Date(application.stageChangedAt ?? application.receivedAt),
      by: stageAuthors.find((each) => each === application.stageChangedBy) ?? 'other',
    },
    id,
    choice: unsaved.find((each) => each.id === id)?.stage ?? application.stage,
    answers: answersWithLanguages(application),
    fileName: application.resume?.fileName,
    receivedAt: new Date(application.receivedAt),
  };
}

/** Reads the applications that a query names. Throws Refusal `application_not_found`. */
export async function recruitingList(
  {
    newest,
    application: find,
    signingKey,
  }: Pick<RecruitingServices, 'newest' | 'application' | 'signingKey'>,
  { employerId, jobId, job }: RecruitingJob,
  query: RecruitingPageQuery,
  { language, siteAddress }: { language: Language; siteAddress: (path: string) => string },
): Promise<RecruiterApplicationList> {
  const secret = await signingKey();
  const before = query.before === '' ? undefined : decryptOwnNumber(secret, employerId, query.before);
  if (query.before !== '' && before === undefined) throw new Refusal('application_not_found');
  const { applications, next, counts } = await newest({ employerId, jobId }, before, query.stage);
  // A stage that was not saved may be beyond the part or the filter that is shown.
  const unsaved = await Promise.all((query.unsaved ?? []).map(({ id }) => find({ employerId, jobId }, id)));
  const byNumber = new Map(
    [...unsaved, ...applications].flatMap((each) => (each ? [[each.number, each] as const] : [])),
  );
  const { title } = withTranslation(job, language);
  return {
    ...query,
    job: jobName(title, job.referenceId),
    jobLanguage: titleLanguage(job, language),
    postingUrl: postingUrlOf(job, siteAddress),
    applications: [...byNumber.values()]
      .toSorted((one, other) => other.number - one.number)
      .map((application) => toRecruitedApplication(secret, application, query.unsaved)),
    counts,
    next: next === undefined ? undefined : encryptApplicationId(secret, { employerId, number: next }),
  };
}

/** The problem texts for recruiters, where the texts for candidates would mislead them. */
const problemWords: Partial<Record<ProblemCode, string>> = {
  application_not_found: 'recruiting_not_found',
};

/** Shows problems in words for recruiters. The page for an expired token has a button for a new link. */
export function showRecruiterProblems({ frame, onProblem }: PageRequest): void {
  onProblem((code, error) => {
    if (error instanceof ExpiredToken)
      return { page: recruitingEndedPage(error.token, frame), hasForm: true };
    const words = problemWords[code];
    return words === undefined ? undefined : { page: problemPage(words, frame), hasForm: true };
  });
}
