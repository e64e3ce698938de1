import type { ApplicationState } from '../../../schemas/application.ts';
import { FIRST_STAGE, type Application } from './application.ts';

/** The states in which an employer has not received an application, and will not unless somebody acts. */
const states: ReadonlySet<ApplicationState> = new Set(['held', 'bounced', 'failed']);

/** Whether an application in a state waits, unless somebody has set its stage. */
export const isWaitingState = (state: ApplicationState): boolean => states.has(state);

/** How long recruiters are reminded of a waiting application, in milliseconds: a week. */
export const REMINDER_MILLIS = 7 * 24 * 60 * 60 * 1_000;

/** Whether an application waits for somebody to look at it: it was not mailed, and is in the first stage. */
export const isWaiting = ({ state, stage }: Pick<Application, 'state' | 'stage'>): boolean =>
  isWaitingState(state) && stage === FIRST_STAGE;
