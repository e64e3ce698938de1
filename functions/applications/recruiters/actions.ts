import type { RecruitingAction } from '../../../pages/public/recruiting-words.ts';
import { Refusal } from '../../platform/errors.ts';
import { writtenBy, type Author } from '../../platform/dynamodb/last-write.ts';
import type { Application } from '../application/application.ts';
import { parseStages, type ActionForm } from './sent-action.ts';
import type { RecruitingFormServices } from './recruiting-access.ts';

const author: Author = { type: 'recruiter' };

type Perform = (
  services: RecruitingFormServices,
  application: Application,
  sent: ActionForm,
) => Promise<unknown>;

/** The effects of the page's buttons on an application. A repeated one changes nothing. */
export const actions: Record<RecruitingAction, Perform> = {
  stage: ({ stages }, application, sent) => {
    const { stage, from } = parseStages(sent);
    const check = (current: Application) => {
      if (current.stage !== from && current.stage !== stage) throw new Refusal('precondition_failed');
    };
    return stages.set(application, { stage, author, check });
  },
  release: ({ mail, now }, application) => mail.release(application, writtenBy(author, now())),
  erase: ({ erase }, application) => erase(application, author),
};
