import type { ApplicationState } from '../../../schemas/application.ts';
import { FIRST_STAGE, type Application } from './application.ts';

/** The states in which an employer has got no mail of an application, and gets none unless somebody does something. */
const states: ReadonlySet<ApplicationState> = new Set(['held', 'bounced', 'failed']);

/** Whether an application in a state waits, as long as nobody has looked at it. */
export const isWaitingState = (state: ApplicationState): boolean => states.has(state);

/** For how long somebody is reminded of an application that waits, in milliseconds: a week. */
export const REMINDER_MILLIS = 7 * 24 * 60 * 60 * 1_000;

/** Whether an application waits for somebody to look at it: it was not mailed, and is in the first stage. */
export const isWaiting = ({ state, stage }: Pick<Application, 'state' | 'stage'>): boolean =>
  isWaitingState(state) && stage === FIRST_STAGE;
