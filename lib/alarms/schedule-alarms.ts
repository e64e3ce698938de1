import { Duration } from 'aws-cdk-lib';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { deadLetterRule, twoOfThree, threeOfThree, type AlarmRule } from './alarm.ts';
import { loggedMetric } from '../metrics.ts';
import type { Stage } from '../stages.ts';

const HOUR = Duration.hours(1);

/** The alarms for auto-refresh, and for runs that could not start. */
export const refreshRules = (stage: Stage, deadLetters: Queue): AlarmRule[] => [
  {
    id: 'RefreshLate',
    level: 'basic',
    meaning: 'For three hours, a job has been overdue for auto-refresh by more than a day.',
    action:
      'Look for refreshDueJobs in the log of AutoRefresh. "failed" with errors means that jobs need to be fixed; "finished": false means that the run ran out of time, and the next runs will catch up. After a large employer has moved to the unlimited plan, the alarm passes by itself.',
    metric: loggedMetric(stage, 'refreshDueJobs', 'lag', {
      statistic: 'Maximum',
      period: HOUR,
      label: 'Delay of the oldest due job, days',
    }),
    threshold: 2,
    periods: threeOfThree,
  },
  {
    id: 'RefreshMissing',
    level: 'basic',
    meaning: 'For an hour or more, there has been no auto-refresh run, though there were runs before.',
    action:
      'Check that the schedules are enabled, and see ScheduleDeadLetters. Nothing is lost: the next run, or npm run admin -- refresh, does everything that is due.',
    metric: loggedMetric(stage, 'refreshDueJobs', 'lag', {
      statistic: 'SampleCount',
      period: HOUR,
      label: 'Auto-refresh runs per hour',
    }),
    countsRuns: true,
  },
  deadLetterRule(deadLetters, {
    id: 'ScheduleDeadLetters',
    meaning:
      'A run of each hour or day could not be started, or failed each time it was tried, or had more to do than three of them could.',
    action:
      'Runbook, "Dead letters": the message names the function and its input; the log of the function gives the reason. Nothing is lost: the next run does everything that is due. Delete the message after a successful run.',
  }),
];

export const searchEngineRules = (stage: Stage): AlarmRule[] =>
  stage.searchEngines
    ? [
        {
          id: 'SearchEnginesFail',
          meaning: 'For three hours, a search engine could not be notified of postings.',
          action:
            'The log of Upkeep names the engine and the reason. Runbook, "A search engine refuses", says what to do for each. Nothing is lost: the next run that works sends everything.',
          metric: loggedMetric(stage, 'notifySearchEngines', 'failed', { period: HOUR }),
          periods: threeOfThree,
        },
      ]
    : [];

export const canaryRules = (stage: Stage): AlarmRule[] => [
  {
    id: 'CanaryFailed',
    level: 'basic',
    meaning: 'The canary, which uses the service as its clients do, fails.',
    action:
      'The log of Canary names the step and the reason, with the requestId where there is one; npm run smoke tries the same from elsewhere. If no other alarm rings, look at what is in front of the service: domain, certificate, routes.',
    metric: loggedMetric(stage, 'runCanary', 'failed'),
    periods: twoOfThree,
  },
  {
    id: 'CanaryMissing',
    level: 'basic',
    meaning: 'For some minutes, the canary has not run, though it did before.',
    action:
      'Check that the schedule of RunCanary is enabled; if it is, its log says why runs fail. Clients are not concerned by this alone, but nobody would notice if they were.',
    metric: loggedMetric(stage, 'runCanary', 'failed', {
      statistic: 'SampleCount',
      label: 'Runs of the canary',
    }),
    countsRuns: true,
  },
];
